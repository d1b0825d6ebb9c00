"""The rules of go-life: life and death of stones in a region of a Go board."""

import re

from boards import MAX, MIN, Game, Squares, need, put, read_board, read_side, write_board

STONES = "bw"
COLUMNS = "ABCDEFGHJKLMNOPQRST"
PASS, ENDLESS = "pass", "inf"


class GoLife(Game):
    """Max is the defender, whatever his colour. A position is a tuple (board, turn, ko, targets, threats, passes): the
    point where a ko may not be taken back, or None; a stone of each target that was not captured; how many threats
    Max and Min have left; and how many passes that count were made just before."""

    endless = 0

    def __init__(self, parameters):
        words = parameters.split(":")
        need(3 <= len(words) <= 6, "a problem has rows, a side to move, and targets")
        rows, turn, *words = words
        size = rows.count("/") + 1
        need(size <= len(COLUMNS), "there is no such board")
        self.squares = Squares(size, size)
        marked = read_board(rows, size, size, STONES + "+")
        board = marked.replace("+", ".")
        fields = dict(word.partition("=")[::2] for word in words)
        targets = self.read_points(fields.get("targets", ""))
        self.threats = self.read_threats(fields.get("threats", "0,0"))
        need(all(board[target] in STONES for target in targets), "a target is no stone")
        colours = {board[target] for target in targets}
        need(len(colours) == 1 and not self.dead(board), "targets are of two colours, or a stone has no liberty")
        self.letters = STONES if colours == {"b"} else STONES[::-1]  # of the defender and of the attacker
        ko = self.read_point(fields["ko"]) if "ko" in fields else None
        region = {square for square in range(size * size) if marked[square] == "+"}
        chains = self.squares.chains(board, "b") + self.squares.chains(board, "w")
        loose = [chain for chain in chains if self.squares.liberties(board, chain) <= region]
        self.inside = region.union(*loose)  # where stones can come and go
        need(len(self.inside) <= 127 and set(targets) <= self.inside, "too many points, or a target with other liberties")
        need(targets == sorted(min(chain) for chain in chains if chain & set(targets)), "not the first stones of chains")
        self.targets, self.board = frozenset(targets), board
        turn = self.letters.index(STONES[read_side(turn, STONES)])
        need(ko is None or self.is_ko(board, turn, ko), "there is no such ko")
        usual = [rows, self.letters[turn], f"targets={self.write_points(targets)}"]
        usual += [f"threats={self.write_threats(self.threats)}"] if self.threats != (0, 0) else []
        usual += [f"ko={self.write_points([ko])}"] if ko is not None else []
        need(parameters == ":".join([*usual, "rules=2"]) and write_board(marked, size) == rows,
             "the problem is not in its usual form, or of other rules")

    def read_point(self, name):
        found = re.fullmatch("([A-HJ-T])([1-9][0-9]?)", name, re.ASCII)
        size = self.squares.columns
        need(found and COLUMNS.index(found[1]) < size and int(found[2]) <= size, f"`{name}` is no point")
        return COLUMNS.index(found[1]) + size * (int(found[2]) - 1)

    def read_points(self, text):
        return [self.read_point(name) for name in text.split(",")]

    def write_points(self, points):
        size = self.squares.columns
        return ",".join(f"{COLUMNS[point % size]}{point // size + 1}" for point in sorted(points))

    @staticmethod
    def read_threats(text):
        need(re.fullmatch("([0-9]|inf),([0-9]|inf)", text, re.ASCII), "threats are two numbers up to 9, or inf")
        return tuple(ENDLESS if word == ENDLESS else int(word) for word in text.split(","))

    @staticmethod
    def write_threats(threats):
        return ",".join(map(str, threats))

    def dead(self, board):
        return any(self.squares.without_liberty(board, stone) for stone in STONES)

    def is_ko(self, board, turn, point):
        """Whether a stone here takes a ko, so that a ban means something: it captures one stone, and is then alone
        with that point as its only liberty."""
        return board[point] == "." and self.taken(board, turn, point)[2] is not None

    def read(self, text):
        words = text.split(" ")
        need(2 <= len(words) <= 7, "a position has rows and a side to move")
        rows, side, *words = words
        board = read_board(rows, self.squares.columns, self.squares.columns, STONES)
        turn = self.letters.index(STONES[read_side(side, STONES)])
        need(all(board[s] == self.board[s] for s in range(len(board)) if s not in self.inside), "a fixed point changed")
        passes = words.count(PASS)
        fields = dict(word.partition("=")[::2] for word in words if word != PASS)
        need(fields.keys() <= {"ko", "lost", "threats"} and passes <= 2 and not self.dead(board), "not a position")
        standing = {target for target in self.targets if board[target] == self.letters[MAX]}
        lost = set(self.read_points(fields["lost"])) if "lost" in fields else set()
        ko = self.read_point(fields["ko"]) if "ko" in fields else None
        threats = self.read_threats(fields["threats"]) if "threats" in fields else self.threats
        for left, most in zip(threats, self.threats):
            need(left == most or ENDLESS not in (left, most) and left < most, "there are more threats than at first")
        need(ko is None or ko in self.inside and not passes and self.is_ko(board, turn, ko), "there is no such ko")
        need(ko is None or threats[turn] != ENDLESS, "a ko with threats without end")
        return board, turn, ko, frozenset(standing - lost), threats, passes

    def write(self, position):
        board, turn, ko, targets, threats, passes = position
        lost = {target for target in self.targets if board[target] == self.letters[MAX]} - targets
        words = [write_board(board, self.squares.columns), self.letters[turn]]
        words += [f"ko={self.write_points([ko])}"] if ko is not None else []
        words += [f"lost={self.write_points(lost)}"] if lost else []
        words += [f"threats={self.write_threats(threats)}"] if threats != self.threats else []
        return " ".join(words + [PASS] * passes)

    def turn(self, position):
        return position[1]

    def value(self, position):
        board, _, _, targets, _, passes = position
        if not targets:
            return -1
        if targets & self.alive(board):
            return 1
        return 0 if passes == 2 else None

    def alive(self, board):
        """The defender's stones that stand whatever the attacker does (Benson 1976), or have a liberty outside."""
        own, others = self.letters[MAX], self.letters[MIN] + "."
        chains, eyes, seen = self.squares.chains(board, own), [], set()
        for square in range(len(board)):
            if board[square] != own and square not in seen:
                eye = self.squares.area(board, square, others)
                seen |= eye
                eyes += [eye] if eye <= self.inside else []
        while True:
            living = [chain for chain in chains if self.lives(board, chain, eyes)]
            stones = set().union(*living)
            whole = [eye for eye in eyes if self.squares.border(eye) <= stones]
            if len(living) == len(chains) and len(whole) == len(eyes):
                return stones
            chains, eyes = living, whole

    def lives(self, board, chain, eyes):
        liberties = self.squares.liberties(board, chain)
        vital = [eye for eye in eyes if {square for square in eye if board[square] == "."} <= liberties]
        return len(vital) >= 2 or not liberties <= self.inside

    def taken(self, board, turn, point):
        """The board after a stone, what it captures, and where the opponent may not take it back; or None, if the
        stone would have no liberty."""
        board = put(board, point, self.letters[turn])
        captured = self.squares.without_liberty(board, self.letters[1 - turn], self.squares.next_to[point])
        for stone in captured:
            board = put(board, stone, ".")
        chain = self.squares.area(board, point, self.letters[turn])
        liberties = self.squares.liberties(board, chain)
        ko = min(captured) if len(captured) == len(chain) == 1 and liberties == captured else None
        return (board, captured, ko) if liberties else (None, captured, None)

    def moves(self, position):
        """The points on which a stone may be put, and a pass."""
        board, turn, ko, _, threats, _ = position
        points = [s for s in sorted(self.inside) if board[s] == "." and (s != ko or threats[turn] != 0)]
        return [*(s for s in points if self.taken(board, turn, s)[0]), PASS]

    def play(self, position, move):
        board, turn, ko, targets, threats, passes = position
        if move == PASS:  # which is no offer to stop if a ko may not be taken back
            return board, 1 - turn, None, targets, threats, passes + 1 if ko is None else 0
        if move == ko:
            threats = tuple(left - (player == turn) for player, left in enumerate(threats))
        board, captured, banned = self.taken(board, turn, move)
        banned = None if threats[1 - turn] == ENDLESS else banned
        return board, 1 - turn, banned, targets - captured, threats, 0
