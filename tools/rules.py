"""The rules of the games that `check.py` knows, written as plainly as possible.

    game = rules.game("mnk", "3x3x3")     None if the game is not known; ValueError if it has no such parameters
    position = game.read("3/3/3 x")       ValueError if it is no position
    game.value(position)                  None unless the game is over: 1 if Max has won, -1 if Min, 0 for a draw
    game.turn(position)                   MAX or MIN
    game.moves(position)                  the legal moves, in the order by which certificates name them
    game.play(position, move)             the position after a move

A position is a tuple (board, turn, won). The board has a letter for each square, row by row from the lower
left: "x", "o" or "."; `won` tells whether the last move made a row. Positions that are equal by the rules are
equal tuples. In neither game can a position come back.
"""

import re

MAX, MIN = 0, 1
STONES = "xo"  # of Max and of Min
DIRECTIONS = (1, 0), (0, 1), (1, 1), (1, -1)


class Rows:
    """A board on which stones of one's own, so many in a row, win; a full board is a draw."""

    def __init__(self, columns, rows, in_a_row):
        if not (1 <= columns <= 26 and 1 <= rows <= 26 and columns * rows <= 64 and 1 <= in_a_row <= 64):
            raise ValueError("there is no such board")
        self.columns, self.rows = columns, rows
        self.lines = []
        for row in range(rows):
            for column in range(columns):
                for right, up in DIRECTIONS:
                    squares = [(row + i * up, column + i * right) for i in range(in_a_row)]
                    if all(0 <= r < rows and 0 <= c < columns for r, c in squares):
                        self.lines.append([r * columns + c for r, c in squares])
        self.lines_through = [[line for line in self.lines if square in line] for square in range(columns * rows)]

    def read(self, text):
        """Rows from the top with digits for empty squares, and the side to move."""
        words = text.lower().split()
        if len(words) != 2 or words[1] not in ("x", "o"):
            raise ValueError("a position is a board and the side to move, x or o")
        board = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), 99), words[0]).split("/")
        if len(board) != self.rows or any(len(row) != self.columns or set(row) - set("xo.") for row in board):
            raise ValueError("the board has other rows, or other stones, than this game")
        board, turn = "".join(reversed(board)), STONES.index(words[1])
        if self.has_row(board, STONES[turn], self.lines):
            raise ValueError("the side to move has won already")
        return board, turn, self.has_row(board, STONES[1 - turn], self.lines)

    @staticmethod
    def has_row(board, stone, lines):
        for line in lines:
            for square in line:
                if board[square] != stone:
                    break
            else:
                return True
        return False

    def turn(self, position):
        return position[1]

    def value(self, position):
        board, turn, won = position
        if won:  # by the player who has moved
            return -1 if turn == MAX else 1
        return None if "." in board else 0

    def moves(self, position):
        """The empty squares, row by row from the lower left."""
        return [square for square, stone in enumerate(position[0]) if stone == "."]

    def play(self, position, square):
        board, turn, _ = position
        board = board[:square] + STONES[turn] + board[square + 1:]
        return board, 1 - turn, self.has_row(board, STONES[turn], self.lines_through[square])


class ConnectFour(Rows):
    """Four in a row, and stones fall down their columns."""

    def __init__(self, columns, rows):
        super().__init__(columns, rows, 4)

    def moves(self, position):
        """The lowest empty squares of the columns that are not full, from the left."""
        board = position[0]
        columns = ([s for s in range(c, len(board), self.columns) if board[s] == "."] for c in range(self.columns))
        return [empty[0] for empty in columns if empty]

    def read(self, text):
        """As above, or the columns of the moves from the start, a digit each."""
        if re.fullmatch("[0-9]+", text) and self.columns <= 9:
            return self.read_columns(text)
        position = board, turn, won = super().read(text)
        if any(board[s] == "." != board[s + self.columns] for s in range(len(board) - self.columns)):
            raise ValueError("a stone has nothing under it")
        if board.count("x") != board.count("o") + (turn == MIN):
            raise ValueError("there are too many stones of one side")
        if won and not any(self.completed(board, s, STONES[1 - turn]) for s in range(len(board))):
            raise ValueError("no single last stone can have completed these rows")
        return position

    def completed(self, board, square, stone):
        """Whether this stone can have been the last one, and made the rows."""
        above = board[square + self.columns:square + self.columns + 1]
        without = board[:square] + "." + board[square + 1:]
        return board[square] == stone and above in ("", ".") and not self.has_row(without, stone, self.lines)

    def read_columns(self, text):
        position = "." * (self.columns * self.rows), MAX, False
        for column in text:
            here = [s for s in self.moves(position) if s % self.columns == int(column) - 1]
            if not here or self.value(position) is not None:
                raise ValueError("the moves that lead to the position are not legal")
            position = self.play(position, here[0])
        return position


GAMES = {"mnk": (Rows, 3), "connect-four": (ConnectFour, 2)}


def game(name, parameters):
    if name not in GAMES:
        return None
    kind, count = GAMES[name]
    if not re.fullmatch("x".join(["[1-9][0-9]?"] * count), parameters):
        raise ValueError(f"the parameters of {name} are {count} numbers with x between them")
    return kind(*map(int, parameters.split("x")))
