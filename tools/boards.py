"""What the rules of several games share: boards as strings, chains of stones, and the texts of a header.

A board has a letter for each square, row by row from the lower left, and "." for an empty one.
"""

import json
import re

MAX, MIN = 0, 1


class Game:
    """What holds of most games; `rules.py` says what a game has besides."""

    endless = None  # what endless play is worth, in games whose positions can come back
    repetition = None  # the rule by which a game ends whose positions come back


def need(condition, reason):
    if not condition:
        raise ValueError(reason)


def read_json(text):
    """The value of a JSON text. Objects may not have a member twice."""
    try:
        value = json.loads(text, object_pairs_hook=members, parse_int=whole, parse_constant=no_value)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # refuses halves of characters
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def members(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "an object has a member twice")
    return found


def no_value(word):
    raise ValueError(f"{word} is no JSON")


def whole(digits):
    """A whole number; what is none, or of no use for being so long, is not of this type."""
    return int(digits) if len(digits) <= 20 and digits != "-0" else float(digits)


def read_sizes(text, count):
    """So many numbers of one or two digits, with x between them."""
    need(re.fullmatch("x".join(["[1-9][0-9]?"] * count), text, re.ASCII), f"`{text}` is not {count} numbers with x between")
    return [int(number) for number in text.split("x")]


def read_board(text, columns, rows, letters):
    """Rows from the top, with these letters and digits for empty squares."""
    need(len(text) < rows * (columns + 1), "the board has other rows than this game")
    lines = text.split("/")
    lines = [re.sub("[0-9]{1,3}", lambda digits: "." * int(digits[0]), line) for line in lines]
    need(len(lines) == rows and all(len(line) == columns for line in lines), "the board has other rows than this game")
    need(set("".join(lines)) <= {*letters, "."}, f"a square has something else than {letters}")
    return "".join(reversed(lines))


def write_board(board, columns):
    lines = [board[start:start + columns] for start in range(0, len(board), columns)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in reversed(lines))


def read_side(word, letters):
    need(len(word) == 1 and word in letters, f"the side to move is one of {letters}")
    return letters.index(word)


def put(board, square, letter):
    return board[:square] + letter + board[square + 1:]


class Squares:
    """The squares of a board, and which are next to each other along the lines."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.count = columns, rows, columns * rows
        self.next_to = [[row * columns + column for column, row in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1))
                         if 0 <= column < columns and 0 <= row < rows]
                        for r in range(rows) for c in range(columns)]

    def area(self, board, square, letters):
        """The squares that are connected to this one over squares with these letters, itself among them."""
        found, open_squares = {square}, [square]
        while open_squares:
            for square in self.next_to[open_squares.pop()]:
                if square not in found and board[square] in letters:
                    found.add(square)
                    open_squares.append(square)
        return found

    def border(self, squares):
        return {other for square in squares for other in self.next_to[square]} - squares

    def chains(self, board, letter, near=None):
        """The chains of a letter's stones, or those with a stone among some squares."""
        chains, seen = [], set()
        for square in range(self.count) if near is None else near:
            if board[square] == letter and square not in seen:
                chains.append(self.area(board, square, letter))
                seen |= chains[-1]
        return chains

    def liberties(self, board, chain):
        return {square for square in self.border(chain) if board[square] == "."}

    def without_liberty(self, board, letter, near=None):
        """The stones of those chains that have no liberty."""
        dead = [chain for chain in self.chains(board, letter, near) if not self.liberties(board, chain)]
        return set().union(*dead)
