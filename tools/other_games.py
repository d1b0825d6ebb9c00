"""The rules of nim, of AND/OR graphs, and of loa (Lines of Action)."""

import re
import unicodedata

from boards import MAX, MIN, Game, need, put, read_board, read_json, read_side, write_board


class Nim(Game):
    """A position is a tuple (heaps, turn)."""

    def __init__(self, parameters):
        self.is_misere = parameters.startswith("misere:")
        self.heaps = self.read_heaps(parameters.removeprefix("misere:"))
        need(len(self.heaps) <= 16 and all(1 <= heap <= 255 for heap in self.heaps), "there are no such heaps")

    @staticmethod
    def read_heaps(text):
        need(re.fullmatch("(0|[1-9][0-9]{0,2})(,(0|[1-9][0-9]{0,2}))*", text, re.ASCII), "heaps are numbers with commas")
        return tuple(int(heap) for heap in text.split(","))

    def read(self, text):
        heaps, _, side = text.partition(" ")
        heaps = self.read_heaps(heaps)
        need(len(heaps) == len(self.heaps) and all(now <= start for now, start in zip(heaps, self.heaps)),
             "there are more heaps, or larger ones, than at the start")
        return heaps, read_side(side, "fs")

    def write(self, position):
        return f"{','.join(map(str, position[0]))} {'fs'[position[1]]}"

    def turn(self, position):
        return position[1]

    def value(self, position):
        """Who took the last object has won, or lost."""
        heaps, turn = position
        return None if any(heaps) else 1 if (turn == MIN) != self.is_misere else -1

    def moves(self, position):
        return [(heap, count) for heap, size in enumerate(position[0]) for count in range(1, size + 1)]

    def play(self, position, move):
        (heaps, turn), (heap, count) = position, move
        return (*heaps[:heap], heaps[heap] - count, *heaps[heap + 1:]), 1 - turn


class Graph(Game):
    """An AND/OR graph. A position, and a move to it, is the name of a node."""

    TURNS = {"or": MAX, "max": MAX, "and": MIN, "min": MIN}

    def __init__(self, parameters):
        graph = read_json(parameters)
        need(type(graph) is dict and graph.keys() == {"root", "nodes"}, "a graph has a root and nodes")
        root, nodes = graph["root"], graph["nodes"]
        need(type(root) is str and type(nodes) is dict and root in nodes, "the root is not among the nodes")
        self.turns, self.children, self.leaves = {}, {}, {}
        for name, node in nodes.items():
            need(name and not any(c.isspace() or unicodedata.category(c) == "Cc" for c in name), "names are words")
            need(name != "moves" and (name != "start" or root == name), "`moves` and `start` mean something else")
            self.read_node(name, node, nodes)
        self.endless = -1 if self.has_cycle() else None

    def read_node(self, name, node, nodes):
        need(type(node) is dict and node.keys() <= {"turn", "children", "value"}, "a node has other members")
        node = {member: value for member, value in node.items() if value is not None}
        if node.keys() == {"value"}:
            value = node["value"]
            self.leaves[name] = {True: 1, False: -1}[value] if type(value) is bool else value
            need(type(self.leaves[name]) is int and -1 << 31 <= self.leaves[name] < 1 << 31, "not a value of 32 bits")
            return
        need(node.keys() == {"turn", "children"}, "a node has a value, or a turn and children")
        turn, children = node["turn"], node["children"]
        need(type(turn) is str and turn in self.TURNS, "a turn is `or` or `and`")
        need(type(children) is list and all(type(child) is str and child in nodes for child in children)
             and len(set(children)) == len(children), "children are names of nodes, each once")
        self.turns[name], self.children[name] = self.TURNS[turn], children
        if not children:
            self.leaves[name] = -1 if self.turns[name] == MAX else 1

    def has_cycle(self):
        """Whether taking away nodes that lead nowhere, again and again, leaves some."""
        parents, left = {}, {name: len(children) for name, children in self.children.items()}
        for name, children in self.children.items():
            for child in children:
                parents.setdefault(child, []).append(name)
        ends = list(self.leaves)
        for name in ends:
            for parent in parents.get(name, ()):
                left[parent] -= 1
                if not left[parent]:
                    ends.append(parent)
        return len(ends) < len(self.leaves.keys() | self.children.keys())

    def read(self, text):
        need(text in self.leaves or text in self.children, "the graph has no such node")
        return text

    def write(self, position):
        return position

    def turn(self, position):
        return self.turns[position]

    def value(self, position):
        return self.leaves.get(position)

    def moves(self, position):
        return self.children[position]

    def play(self, position, child):
        return child


class Loa(Game):
    """Lines of Action. A position is a tuple (board, turn)."""

    STONES, PASS, endless = "xo", "pass", 0

    def __init__(self, parameters):
        size, *words = parameters.split(",")
        known = [word for word in ("scrambled-eggs", "stuck=loses", "simultaneous=mover") if word in words]
        need(re.fullmatch("[4-8]", size) and words == known, "not a size from 4 to 8 and known words in their order")
        self.size, self.stuck_loses, self.mover_wins = int(size), "stuck=loses" in words, "simultaneous=mover" in words

    def read(self, text):
        board, _, side = text.partition(" ")
        board = read_board(board, self.size, self.size, self.STONES)
        need(all(1 <= board.count(stone) <= 2 * (self.size - 2) for stone in self.STONES), "too few pieces, or too many")
        return board, read_side(side, self.STONES)

    def write(self, position):
        return f"{write_board(position[0], self.size)} {self.STONES[position[1]]}"

    def turn(self, position):
        return position[1]

    def value(self, position):
        board, turn = position
        together = [self.is_connected(board, stone) for stone in self.STONES]
        if all(together):
            return (1 if turn == MIN else -1) if self.mover_wins else 0
        if any(together):
            return 1 if together[MAX] else -1
        if self.stuck_loses and not self.moves(position):
            return 1 if turn == MIN else -1
        return None

    def is_connected(self, board, stone):
        pieces = {(s % self.size, s // self.size) for s in range(len(board)) if board[s] == stone}
        group = [pieces.pop()]
        for column, row in group:
            near = {(column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1)} & pieces
            pieces -= near
            group += near
        return not pieces

    def moves(self, position):
        """By the square that is left, and then by the one that is reached."""
        board, turn = position
        moves = [(start, end) for start in range(len(board)) if board[start] == self.STONES[turn]
                 for end in sorted(self.ends(board, start))]
        return moves or ([] if self.stuck_loses else [self.PASS])

    def ends(self, board, start):
        """Where a piece can move: as far as there are pieces on its line, over its own kind."""
        ends = []
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            ahead, behind = self.ray(start, right, up), self.ray(start, -right, -up)
            distance = sum(board[s] != "." for s in [start, *ahead, *behind])
            for ray in ahead, behind:
                way = ray[:distance]
                if (len(way) == distance and board[way[-1]] != board[start]
                        and all(board[s] in (".", board[start]) for s in way[:-1])):
                    ends.append(way[-1])
        return ends

    def ray(self, start, right, up):
        """The squares in a direction, to the edge."""
        column, row, squares = start % self.size + right, start // self.size + up, []
        while 0 <= column < self.size and 0 <= row < self.size:
            squares.append(row * self.size + column)
            column, row = column + right, row + up
        return squares

    def play(self, position, move):
        board, turn = position
        if move == self.PASS:
            return board, 1 - turn
        start, end = move
        return put(put(board, start, "."), end, self.STONES[turn]), 1 - turn
