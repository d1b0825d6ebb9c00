"""The rules of the games that `check.py` knows, written as plainly as possible.

    game = rules.game("mnk", "3x3x3")     None if the game is not known; ValueError if it has no such parameters
    position = game.read("3/3/3 x")       ValueError if it is no position
    game.value(position)                  None unless the game is over: 1 if Max has won, -1 if Min, 0 for a draw
    game.turn(position)                   MAX or MIN
    game.moves(position)                  the legal moves, in the order by which certificates name them
    game.play(position, move)             the position after a move

A position is a tuple (board, turn, won). The board has a letter for each square, row by row from the lower
left: "x", "o" or "."; `won` tells whether the last move made a row. Positions that are equal by the rules are
equal tuples. In none of the games can a position come back. What proofs in mode zone need to know besides
(`left`, `passed`, `within_reach`) is said where a game has it.
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


class Connect:
    """Connect(m, n, k, p, q): k in a row, p stones a turn, q in the first. A stone is a move. A position is a tuple
    (board, turn, left, won): how many stones of the turn are left to place, and who has a row, or None."""

    def __init__(self, columns, rows, in_a_row, stones, first_stones, exact):
        if columns > 26 or rows > 26 or columns * rows > 384 or in_a_row > 26 or stones > 9 or first_stones > 9:
            raise ValueError("there is no such board")
        if exact and ((stones, first_stones) != (1, 1) or in_a_row == 1):
            raise ValueError("rows are exact only where turns have one stone, and rows more than one")
        self.columns, self.rows, self.in_a_row, self.exact = columns, rows, in_a_row, exact
        self.stones, self.first_stones = stones, first_stones
        self.windows = []  # each with the squares just before and after it on its line
        for row in range(rows):
            for column in range(columns):
                for right, up in DIRECTIONS[:1] if in_a_row == 1 else DIRECTIONS:
                    line = [(row + i * up, column + i * right) for i in range(-1, in_a_row + 1)]
                    inside = [0 <= r < rows and 0 <= c < columns for r, c in line]
                    if all(inside[1:-1]):
                        squares = [r * columns + c for r, c in line]
                        ends = [squares[i] for i in (0, -1) if inside[i]]
                        self.windows.append((squares[1:-1], ends))
        self.through = [[window for window in self.windows if square in window[0]] for square in range(columns * rows)]

    def has_row(self, board, stone, windows):
        return any(all(board[square] == stone for square in squares)
                   and not (self.exact and any(board[end] == stone for end in ends)) for squares, ends in windows)

    def read(self, text):
        """The stones of Black and of White, and the side to move: B:C3 W:B2,D4 b, or b1 with one stone left."""
        board, words = ["."] * (self.columns * self.rows), text.split()
        for word in words[:-1]:
            side, colon, names = word.partition(":")
            if not colon or side.upper() not in ("B", "W"):
                raise ValueError("stones are listed after B: or W:")
            for name in names.split(","):
                square = self.square(name)
                if board[square] != ".":
                    raise ValueError(f"{name} has two stones")
                board[square] = STONES["BW".index(side.upper())]
        turn = re.fullmatch("([bw])([1-9]?)", words[-1].lower() if words else "")
        if not turn:
            raise ValueError("the side to move is b or w, perhaps with the number of stones left")
        board, side = "".join(board), "bw".index(turn[1])
        first = self.first_stones if side == MAX and set(board) == {"."} else self.stones
        left = int(turn[2] or first)
        most = max(self.stones, self.first_stones) if side == MAX else self.stones
        rows = [player for player in (MAX, MIN) if self.has_row(board, STONES[player], self.windows)]
        if left > most or len(rows) == 2:
            raise ValueError("a turn never has so many stones, or both players have a row")
        if rows == [side] and left >= (self.stones if "o" in board else most):
            raise ValueError("the side to move has a row already")
        if rows == [1 - side] and left < self.stones:
            raise ValueError("the other side has a row already")
        return board, side, left, rows[0] if rows else None

    def square(self, name):
        found = re.fullmatch("([A-Z])([1-9][0-9]?)", name.upper())
        column, row = (ord(found[1]) - ord("A"), int(found[2]) - 1) if found else (0, self.rows)
        if column >= self.columns or row >= self.rows:
            raise ValueError(f"{name} is no square of this board")
        return row * self.columns + column

    def value(self, position):
        board, _, _, won = position
        if won is not None:
            return 1 if won == MAX else -1
        return None if "." in board else 0

    def turn(self, position):
        return position[1]

    def moves(self, position):
        """The empty squares, row by row from the lower left."""
        return [square for square, stone in enumerate(position[0]) if stone == "."]

    def play(self, position, square):
        board, turn, left, _ = position
        board = board[:square] + STONES[turn] + board[square + 1:]
        won = turn if self.has_row(board, STONES[turn], self.through[square]) else None
        return (board, turn, left - 1, won) if left > 1 else (board, 1 - turn, self.stones, won)

    def left(self, position):
        return position[2]

    def passed(self, position):
        """The position if the player to move places no more stones this turn."""
        return position[0], 1 - position[1], self.stones, position[3]

    def within_reach(self, position, player, stones):
        """The empty squares of the windows without stones of the other player and with so many empty ones at most."""
        reach = set()
        for squares, _ in self.windows:
            empty = [square for square in squares if position[0][square] == "."]
            if len(empty) <= stones and all(position[0][square] != STONES[1 - player] for square in squares):
                reach.update(empty)
        return reach


GAMES = {"mnk": (Rows, 3), "connect-four": (ConnectFour, 2), "connect": (Connect, 5)}


def game(name, parameters):
    if name not in GAMES:
        return None
    kind, count = GAMES[name]
    words = parameters.split(":")
    # (That searches take symmetric positions for one means nothing in a proof.)
    words, options = words[:1], words[1:]
    if name != "connect" or options not in ([], ["exact"], ["symmetric"], ["exact", "symmetric"]):
        words += options
    if len(words) > 1 or not re.fullmatch("x".join(["[1-9][0-9]?"] * count), words[0]):
        raise ValueError(f"the parameters of {name} are {count} numbers with x between them")
    numbers = map(int, words[0].split("x"))
    return kind(*numbers, "exact" in options) if name == "connect" else kind(*numbers)
