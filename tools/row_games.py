"""The rules of mnk (tic-tac-toe and its kin), connect-four and connect (Connect6, Gomoku)."""

import re

from boards import MAX, MIN, Game, need, put, read_board, read_side, read_sizes, write_board

STONES = "xo"  # of Max and of Min
DIRECTIONS = (1, 0), (0, 1), (1, 1), (1, -1)


class Rows(Game):
    """mnk: stones of one's own, so many in a row, win; a full board is a draw. A position is a tuple (board, turn,
    won): whether the last move made a row."""

    numbers = 3  # so many sizes are the parameters

    def __init__(self, parameters):
        self.columns, self.rows, *rest = read_sizes(parameters, self.numbers)
        in_a_row, = rest or [4]
        need(self.columns <= 26 and self.rows <= 26 and self.columns * self.rows <= 64 and in_a_row <= 64,
             "there is no such board")
        self.lines = []
        for row in range(self.rows):
            for column in range(self.columns):
                for right, up in DIRECTIONS:
                    squares = [(row + i * up, column + i * right) for i in range(in_a_row)]
                    if all(0 <= r < self.rows and 0 <= c < self.columns for r, c in squares):
                        self.lines.append([r * self.columns + c for r, c in squares])
        count = self.columns * self.rows
        self.lines_through = [[line for line in self.lines if square in line] for square in range(count)]

    def read(self, text):
        board, _, side = text.partition(" ")
        board, turn = read_board(board, self.columns, self.rows, STONES), read_side(side, STONES)
        need(not self.has_row(board, STONES[turn], self.lines), "the side to move has won already")
        return board, turn, self.has_row(board, STONES[1 - turn], self.lines)

    def write(self, position):
        return f"{write_board(position[0], self.columns)} {STONES[position[1]]}"

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
        board = put(board, square, STONES[turn])
        return board, 1 - turn, self.has_row(board, STONES[turn], self.lines_through[square])


class ConnectFour(Rows):
    """Four in a row, and stones fall down their columns."""

    numbers = 2

    def moves(self, position):
        """The lowest empty squares of the columns that are not full, from the left."""
        board = position[0]
        columns = ([s for s in range(c, len(board), self.columns) if board[s] == "."] for c in range(self.columns))
        return [empty[0] for empty in columns if empty]

    def read(self, text):
        position = board, turn, won = super().read(text)
        floating = [s for s in range(len(board) - self.columns) if board[s] == "." != board[s + self.columns]]
        need(not floating, "a stone has nothing under it")
        need(board.count("x") == board.count("o") + (turn == MIN), "there are too many stones of one side")
        need(not won or any(self.completed(board, s, STONES[1 - turn]) for s in range(len(board))),
             "no single last stone can have completed these rows")
        return position

    def completed(self, board, square, stone):
        """Whether this stone can have been the last one, and made the rows."""
        above = board[square + self.columns:square + self.columns + 1]
        return (board[square] == stone and above in ("", ".")
                and not self.has_row(put(board, square, "."), stone, self.lines))


class Connect(Game):
    """Connect(m, n, k, p, q): k in a row, p stones a turn, q in the first. A stone is a move. A position is a tuple
    (board, turn, left, won): how many stones of the turn are left to place, and who has a row, or None."""

    def __init__(self, parameters):
        sizes, *options = parameters.split(":")
        # (That searches take symmetric positions for one means nothing in a proof.)
        need(options in ([], ["exact"], ["symmetric"], ["exact", "symmetric"]), "there are other words than options")
        self.columns, self.rows, self.in_a_row, self.stones, self.first_stones = read_sizes(sizes, 5)
        need(self.columns <= 26 and self.rows <= 26 and self.columns * self.rows <= 384 and self.in_a_row <= 26
             and self.stones <= 9 and self.first_stones <= 9, "there is no such board")
        self.exact = "exact" in options
        need(not self.exact or self.stones == self.first_stones == 1 < self.in_a_row,
             "rows are exact only where turns have one stone, and rows more than one")
        self.windows = []  # each with the squares just before and after it on its line
        for row in range(self.rows):
            for column in range(self.columns):
                for right, up in DIRECTIONS[:1] if self.in_a_row == 1 else DIRECTIONS:
                    line = [(row + i * up, column + i * right) for i in range(-1, self.in_a_row + 1)]
                    inside = [0 <= r < self.rows and 0 <= c < self.columns for r, c in line]
                    if all(inside[1:-1]):
                        squares = [r * self.columns + c for r, c in line]
                        ends = [squares[i] for i in (0, -1) if inside[i]]
                        self.windows.append((squares[1:-1], ends))
        count = self.columns * self.rows
        self.through = [[window for window in self.windows if square in window[0]] for square in range(count)]

    def has_row(self, board, stone, windows):
        return any(all(board[square] == stone for square in squares)
                   and not (self.exact and any(board[end] == stone for end in ends)) for squares, ends in windows)

    def full_turn(self, board, side):
        """How many stones a turn begins with."""
        return self.first_stones if side == MAX and set(board) == {"."} else self.stones

    def read(self, text):
        """The stones of Black and of White, and the side to move: B:C3 W:B2,D4 b, or b1 with one stone left."""
        board, words = ["."] * (self.columns * self.rows), text.split(" ")
        for word in words[:-1]:
            side, _, names = word.partition(":")
            need(side in ("B", "W"), "stones are listed after B: or W:")
            for name in names.split(","):
                square = self.square(name)
                need(board[square] == ".", f"{name} has two stones")
                board[square] = STONES["BW".index(side)]
        turn = re.fullmatch("([bw])([1-9]?)", words[-1])
        need(turn, "the side to move is b or w, perhaps with the number of stones left")
        board, side = "".join(board), "bw".index(turn[1])
        left = int(turn[2] or self.full_turn(board, side))
        most = max(self.stones, self.first_stones) if side == MAX else self.stones
        rows = [player for player in (MAX, MIN) if self.has_row(board, STONES[player], self.windows)]
        need(left <= most and len(rows) < 2, "a turn never has so many stones, or both players have a row")
        need(rows != [side] or left < (self.stones if "o" in board else most), "the side to move has a row already")
        need(rows != [1 - side] or left >= self.stones, "the other side has a row already")
        return board, side, left, rows[0] if rows else None

    def square(self, name):
        found = re.fullmatch("([A-Z])([1-9][0-9]?)", name, re.ASCII)
        column, row = (ord(found[1]) - ord("A"), int(found[2]) - 1) if found else (0, self.rows)
        need(column < self.columns and row < self.rows, f"{name} is no square of this board")
        return row * self.columns + column

    def write(self, position):
        board, side, left, _ = position
        words = []
        for letter, stone in zip("BW", STONES):
            names = [f"{chr(ord('A') + s % self.columns)}{s // self.columns + 1}"
                     for s in range(len(board)) if board[s] == stone]
            words += [f"{letter}:{','.join(names)}"] if names else []
        return " ".join([*words, "bw"[side] + (str(left) if left != self.full_turn(board, side) else "")])

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
        board = put(board, square, STONES[turn])
        won = turn if self.has_row(board, STONES[turn], self.through[square]) else None
        return (board, turn, left - 1, won) if left > 1 else (board, 1 - turn, self.stones, won)

    # For mode zone.

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
