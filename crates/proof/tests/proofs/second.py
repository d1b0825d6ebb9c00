"""Asks the second checker about the games of these tests, which it does not know otherwise.

    python3 second.py TOOLS

Each line of the input is a JSON object with a game, an arena or a game of placing stones, and a certificate in
hexadecimal. Each line of the output is the verdict. The header's game and position are not looked at.
"""

import io
import json
import sys

sys.path.insert(0, sys.argv[1])
import check
import rules


class Arena(rules.Game):
    """A graph with its rule about positions that come back. A position, and a move to it, is the number of a node."""

    def __init__(self, nodes, rule, bound):
        self.nodes = nodes
        self.endless = bound if rule == "endless" else None
        self.repetition = None if rule in ("never", "endless") else Repetition(self, rule)

    def turn(self, position):
        return self.nodes[position]["turn"]

    def value(self, position):
        node = self.nodes[position]
        return None if node["children"] else node["value"]

    def moves(self, position):
        return self.nodes[position]["children"]

    def play(self, position, child):
        return child

    def leads(self, start, end):
        """Whether play can come from a node to another one, or is there."""
        found = [start]
        for node in found:
            found += [child for child in self.nodes[node]["children"] if child not in found]
        return end in found


class Repetition:
    """Who brings a position back loses (mover-loses; the second time, third-time), or the value is a mixture of the
    positions in between (by-cycle); in pairs, an odd node counts as the even one before it, too."""

    def __init__(self, arena, rule):
        self.arena, self.rule = arena, rule
        self.occurrences = 3 if rule == "third-time" else 2
        self.only_equal = rule != "pairs"

    def counts_as_same(self, earlier, later):
        return earlier == later or not self.only_equal and later % 2 == 1 and earlier == later - 1

    def value(self, positions):
        if self.rule in ("mover-loses", "third-time"):
            return -1 if self.arena.turn(positions[-2]) == rules.MAX else 1
        mixed = len(positions)
        for position in positions:
            mixed = ((mixed << 5 | mixed >> 27) & 0xffffffff ^ position) * 0x9e3779b9 & 0xffffffff
        return (mixed >> 16) % 3 - 1

    def is_irreversible(self, position, child):
        return self.rule != "pairs" and not self.arena.leads(child, position)


class Stones(rules.Game):
    """Sets of squares are rows, with flanks where none of one's own stones may be. A position is a tuple (stones of
    Max and of Min, turn, stones left, who has won)."""

    def __init__(self, squares, rows, a_turn):
        self.squares, self.a_turn = squares, a_turn
        self.rows = [[(set(row), set(flanks)) for row, flanks in player] for player in rows]

    def turn(self, position):
        return position[1]

    def value(self, position):
        if position[3] is not None:
            return 1 if position[3] == rules.MAX else -1
        return None if self.moves(position) else 0

    def moves(self, position):
        return [square for square in range(self.squares) if not any(square in stones for stones in position[0])]

    def play(self, position, square):
        stones, turn, left, won = position
        own = stones[turn] | {square}
        if any(square in row and row <= own and not flanks & own for row, flanks in self.rows[turn]):
            won = turn
        stones = (own, stones[1]) if turn == rules.MAX else (stones[0], own)
        return (stones, turn, left - 1, won) if left > 1 else (stones, 1 - turn, self.a_turn, won)

    def left(self, position):
        return position[2]

    def passed(self, position):
        return position[0], 1 - position[1], self.a_turn, position[3]

    def within_reach(self, position, player, stones):
        own, other = position[0][player], position[0][1 - player]
        lacking = [row - own for row, _ in self.rows[player] if not row & other]
        return set().union(*(squares for squares in lacking if len(squares) <= stones))


def subject(arena=None, stones=None):
    """A game, and its root."""
    if arena:
        return Arena(**arena), 0
    (maxs, mins), *rest = stones.pop("start")
    return Stones(**stones), ((frozenset(maxs), frozenset(mins)), *rest)


for line in sys.stdin:
    question = json.loads(line)
    file = io.BytesIO(bytes.fromhex(question.pop("file")))
    game, root = subject(**question)
    rules.game, rules.read = lambda *_: game, lambda *_: root
    print(check.verdict_on(file), flush=True)
