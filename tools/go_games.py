"""The rules of atari-go, and of go-small, in which boards come back."""

from boards import MAX, Game, Squares, need, put, read_board, read_side, read_sizes, write_board

STONES = "bw"  # of Max and of Min
PASS = "pass"


class AtariGo(Game):
    """The first capture wins. A position is a tuple (board, turn, captured)."""

    def __init__(self, parameters):
        columns, rows = read_sizes(parameters, 2)
        need(columns <= 26 and rows <= 26 and columns * rows <= 64, "there is no such board")
        self.squares = Squares(columns, rows)

    def read(self, text):
        board, _, side = text.partition(" ")
        board = read_board(board, self.squares.columns, self.squares.rows, STONES)
        turn = read_side(side, STONES)
        own, enemy = STONES[turn], STONES[1 - turn]
        dead = self.squares.without_liberty(board, own)
        need(dead or not self.squares.without_liberty(board, enemy), "the side that captured is to move")
        last = [s for s in self.squares.border(dead) if not any(
            self.squares.without_liberty(put(board, s, "."), stone) for stone in STONES)]
        need(not dead or last, "no single last stone can have captured")
        return board, turn, bool(dead)

    def write(self, position):
        return f"{write_board(position[0], self.squares.columns)} {STONES[position[1]]}"

    def turn(self, position):
        return position[1]

    def value(self, position):
        """Who captured has won, and who cannot move has lost."""
        if not position[2] and self.moves(position):
            return None
        return -1 if position[1] == MAX else 1

    def moves(self, position):
        """The squares where a stone captures, or its chain has a liberty."""
        return [s for s, stone in enumerate(position[0]) if stone == "." and self.is_legal(position, s)]

    def is_legal(self, position, square):
        board, turn, _ = position
        board = put(board, square, STONES[turn])
        chain = self.squares.area(board, square, STONES[turn])
        return bool(self.squares.liberties(board, chain)) or self.captures(board, 1 - turn, square)

    def captures(self, board, victim, square):
        return bool(self.squares.without_liberty(board, STONES[victim], self.squares.next_to[square]))

    def play(self, position, square):
        board, turn, _ = position
        board = put(board, square, STONES[turn])
        return board, 1 - turn, self.captures(board, 1 - turn, square)


class GoSmall(Game):
    """Area scoring, and positional superko. A position is a tuple (board, turn, passes just before)."""

    def __init__(self, parameters):
        self.suicide = parameters.startswith("suicide:")
        columns, rows = read_sizes(parameters.removeprefix("suicide:"), 2)
        need(columns * rows <= 25, "there is no such board")
        self.squares, self.repetition = Squares(columns, rows), Superko(columns * rows, self.suicide)

    def read(self, text):
        words = text.split(" ")
        need(2 <= len(words) <= 4 and set(words[2:]) <= {PASS}, "passes are none, one or two")
        board, side, *passes = words
        board = read_board(board, self.squares.columns, self.squares.rows, STONES)
        need(not any(self.squares.without_liberty(board, stone) for stone in STONES), "a stone has no liberty")
        return board, read_side(side, STONES), len(passes)

    def write(self, position):
        board, turn, passes = position
        return " ".join([write_board(board, self.squares.columns), STONES[turn], *[PASS] * passes])

    def turn(self, position):
        return position[1]

    def value(self, position):
        """After two passes, Black's area less White's."""
        board, _, passes = position
        if passes < 2:
            return None
        score, seen = board.count("b") - board.count("w"), set()
        for square in range(len(board)):
            if board[square] == "." and square not in seen:
                empty = self.squares.area(board, square, ".")
                reached = {board[s] for s in self.squares.border(empty)}
                score += {"b": 1, "w": -1}[reached.pop()] * len(empty) if len(reached) == 1 else 0
                seen |= empty
        return score

    def moves(self, position):
        """A pass, and the squares on which a stone may be put, superko or not."""
        empty = [s for s, stone in enumerate(position[0]) if stone == "."]
        return [PASS, *(s for s in empty if self.after(position, s))]

    def after(self, position, square):
        """The board after a stone, or None if it is suicide, and not allowed or of a single stone."""
        board, turn, _ = position
        own, enemy = STONES[turn], STONES[1 - turn]
        board = put(board, square, own)
        for dead in self.squares.without_liberty(board, enemy, self.squares.next_to[square]):
            board = put(board, dead, ".")
        chain = self.squares.area(board, square, own)
        if not self.squares.liberties(board, chain):
            if not self.suicide or len(chain) == 1:
                return None
            for stone in chain:
                board = put(board, stone, ".")
        return board

    def play(self, position, move):
        board, turn, passes = position
        return (board, 1 - turn, passes + 1) if move == PASS else (self.after(position, move), 1 - turn, 0)


class Superko:
    """A stone that brings back a board ends the game, and gives all squares to the opponent."""

    occurrences, only_equal = 2, False

    def __init__(self, squares, suicide):
        self.squares, self.suicide = squares, suicide

    def counts_as_same(self, earlier, later):
        return later[2] == 0 and earlier[0] == later[0]

    def value(self, positions):
        mover = positions[-2][1]
        return -self.squares if mover == MAX else self.squares

    def is_irreversible(self, position, move):
        return not self.suicide and set(position[0]) == {"."} and move != PASS
