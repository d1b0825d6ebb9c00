"""The games that `check.py` knows. Their rules are in `row_games.py`, `go_games.py`, `life.py` and `other_games.py`,
written as plainly as possible; add a game there and here.

    game = rules.game("mnk", "3x3x3")     None if the game is not known; ValueError if it has no such parameters
    root = rules.read(game, "3/3/3 x")    ValueError if it is no position, or written otherwise than phidelta does
    game.value(position)                  None unless the game is over: 1 if Max has won, -1 if Min, 0 for a draw,
                                          or the score; a game is over, too, if there is no legal move
    game.turn(position)                   MAX or MIN
    game.moves(position)                  the legal moves, in the order by which certificates name them
    game.play(position, move)             the position after a move
    game.endless                          what endless play is worth; None if no position comes back, or if that ends
                                          the game by the following rule
    game.repetition                       None, or the rule by which a game ends whose positions come back:
        .occurrences                      after so many of them
        .counts_as_same(earlier, later)   whether a position is an occurrence of an earlier one
        .only_equal                       whether that is so of equal positions alone
        .value(positions)                 what the game is worth, given the positions from the first occurrence on
        .is_irreversible(position, move)  whether no position up to this one comes back after the move

Positions that are equal by the rules are equal values of Python. What proofs in mode zone need to know besides
(`left`, `passed`, `within_reach`) is in `row_games.py`.
"""

from boards import MAX, MIN, Game, need
from go_games import AtariGo, GoSmall
from life import GoLife
from other_games import Graph, Loa, Nim
from row_games import Connect, ConnectFour, Rows

GAMES = {"atari-go": AtariGo, "connect": Connect, "connect-four": ConnectFour, "go-life": GoLife,
         "go-small": GoSmall, "graph": Graph, "loa": Loa, "mnk": Rows, "nim": Nim}


def game(name, parameters):
    return GAMES[name](parameters) if name in GAMES else None


def read(game, text):
    position = game.read(text)
    need(game.write(position) == text, "the position is not in its usual form")
    return position
