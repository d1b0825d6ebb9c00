"""Tests of the Python checker, with certificates that are made here: run `python3 -m unittest` in this folder."""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import blake3
import check
import proof
import rules
import zstd

# The inputs of BLAKE3's test vectors (the bytes 0 to 250, repeated), with digests by its authors' package.
BLAKE3_VECTORS = {
    0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    1: "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
    64: "4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98",
    65: "de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee",
    1024: "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
    1025: "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
    3073: "7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3",
    102400: "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085",
}

# Frames made by libzstd, with the beginning of the SHA-256 of their contents.
FRAMES = {
    # repeated offsets
    "a78aff8cbc4893fd": """
KLUv/WBrAOQCAAQCcWFiY2RlZmdoLXh5encwMTIzcS1xLS0tLXEtLS1xLS0aoDCxNg5QkJCdPK9dHWnDeTZANAZGIktGCPDBsdJDzESEqaEF
dWiVxODn4+iNim83yxBhgSKTBU0BAQAA""",
    # one stream of literals, then another with the same code
    "ffac8ae8fc167dd2": """
KLUv/WDGAEwDAFJOGQmw64QilnmWyUXkUEtMuvfMcXOeG2ibeslmDy3y2dGJR1y73WbhFnfeZF9NNWvWVF9NNu9usXCb22tHTDz62SIPbXbJ
1G2g5+Yc98y9SUsMNTnd0oPLUtc8Mg97+s3lJDe+5xgCAOwAAPPCBHA8341JLr95eth85JqlloNLpwsBAH9ZUKsMAQAA""",
    # four streams; sequences by tables of all four modes
    "0e936af7fd1e80d9": """
KLUv/WD1A4wEAFJLFQuwtQ1k0i2k5SmBCG+57ihlkCgZ66ToKVHEujbYIYYnXOGhWXfawUluL709fL3oiGUmOsTTaTBLTXm1yK05xwZh8qmj
j8cRDrLEfLT0kssn7q7lDQIXqCAYDxv7nwEQGgFCUB8QuN7///8Mk4tMgOlH7wXpI88LbCTFNEMKWFhIYRPzAKUBqTNQKqAwghQsBgCGUTAl
kKvQAafVT9VMKnRcKeqq6gyjEiCNacZbNWyodMlSyp1ILCSZAiYAJQAmAPjgMvQqh7u647hcBqbRy8ylC805njnwJv8pemppQNQu37KZmUAP
vosZAN73V7z2uh41HfTKGNSwMNzplUSPP6wMpR3Z9kU+B5zhKeeWZYSoitUE2tr0EQM1bTFvpTPFWzlJiCwmCTbMrafy4lcJSJ0Nb4MHjXB6
lxxR0x1EOhvPa5PWib/gN4TSqd2z6YJ2hdcnfQQpAEwGAMbQLiWQq9ABWLnW4ko9CVCV2wu57Cab21XqX7+j9XteRUVuKROJhSRTJAAlACIA
LnUASXnU4B5bmMvGeUJbN8djERNrQSJ1Hcz1hvGkx4bw7lYrdAF8FlfhT+G68O3Hb5qjIw1YTrnmbXphgygB5ZiyQ416hEHB1ec7e7GyZKxr
BOO8UmZ4tqS6KjNabCZaeOiNLuk5PGg/eQ8YRZ0su+SlEnaGrV3HxqeuuwUln2QEcut5y4ITe+mtrpiwDXkDNAFbhINo1MxaFIQAAEAgOTMg
NiAxOAEAEEZVAQQBAAA=""",
    # a long match that overlaps itself
    "bd224a350e0aa49c": """
KLUv/WDoAkwAABBhYgEA46scFgEAAA==""",
}


def varints(numbers):
    out = bytearray()
    for number in numbers:
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return bytes(out)


def frame(content):
    """A zstd frame of one raw block."""
    return (zstd.MAGIC + b"\xa0" + len(content).to_bytes(4, "little")
            + (len(content) << 3 | 1).to_bytes(3, "little") + content)


def seal(blocks):
    """A file of these (kind, payload)."""
    out, last = check.MAGIC, bytes(32)
    for kind, payload in blocks:
        head = kind + len(payload).to_bytes(4, "little")
        last = blake3.digest(last + head + payload)
        out += head + last + payload
    return out


def header(position, *claims, **changes):
    members = {"format": "phidelta certificate", "version": 1, "made_by": "a test", "game": "mnk",
               "parameters": "3x3x3", "position": position, "mode": "reach", "claims": list(claims), "axioms": []}
    return json.dumps({**members, **changes}).encode()


def certificate(head, *parts):
    """A file with these parts, each a list of numbers."""
    return seal([(b"H", head), *((b"P", frame(varints(part))) for part in parts), (b"E", b"")])


def verdict(data):
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(data)
    try:
        return check.verdict(file.name)
    finally:
        os.unlink(file.name)


def holds(game, position, relation, bound, known):
    """Whether a claim holds, by search."""
    if position not in known:
        value = game.value(position)
        if value is not None:
            known[position] = value >= bound if relation == "at_least" else value <= bound
        else:
            after = (holds(game, game.play(position, move), relation, bound, known) for move in game.moves(position))
            own = game.turn(position) == check.CLAIMANTS[relation]
            known[position] = any(after) if own else all(after)
    return known[position]


def write_proof(game, root, relation, bound):
    """A proof with all the lemmas there can be: for each position with tokens, the beginning of a part that
    starts there, without the place of the claim, and the tokens."""
    tokens, lemmas, known = [], {}, {}

    def write(position, line):
        if game.value(position) is not None:
            return
        resume = [len(lemmas), len(line), *(number for step in line for number in step)]
        if position in lemmas:
            tokens.append((resume, [proof.REF, len(lemmas) - lemmas[position]]))
            return
        lemmas[position] = lemma = len(lemmas)
        moves = list(enumerate(game.play(position, move) for move in game.moves(position)))
        token = proof.ALL
        if game.turn(position) == check.CLAIMANTS[relation]:
            moves = [(i, after) for i, after in moves if holds(game, after, relation, bound, known)][:1]
            token = proof.MOVE + moves[0][0]
        tokens.append((resume, [proof.LEMMA, token]))
        for i, after in moves:
            write(after, line + [(i, lemma + 1)])

    write(root, [])
    return tokens


def parts(claim, proof, length):
    """The proof in parts of so many positions."""
    return [[claim, *proof[i][0], *(number for _, tokens in proof[i:i + length] for number in tokens)]
            for i in range(0, len(proof), length)]


class Blake3(unittest.TestCase):
    def test_known_digests(self):
        for length, expected in BLAKE3_VECTORS.items():
            data = (bytes(range(251)) * (length // 251 + 1))[:length]
            self.assertEqual(blake3.digest(data).hex(), expected, length)


class Zstd(unittest.TestCase):
    def setUp(self):
        self.library, zstd.library = zstd.library, None

    def tearDown(self):
        zstd.library = self.library

    def test_frames(self):
        for expected, text in FRAMES.items():
            content = zstd.decompress(base64.b64decode(text), 1 << 20)
            self.assertEqual(hashlib.sha256(content).hexdigest()[:16], expected)

    def test_raw_and_run_blocks(self):
        self.assertEqual(zstd.decompress(frame(b"raw"), 3), b"raw")
        self.assertEqual(zstd.decompress(zstd.MAGIC + bytes([0x20, 200, 0x43, 6, 0]) + b"!", 200), b"!" * 200)

    def test_bad_frames_are_refused(self):
        good = frame(b"raw")
        for bad in (b"", good[:-1], good + b"!", good[1:], zstd.MAGIC + b"\0\x58\x19\0\0raw", frame(b"four"),
                    good.replace(b"\xa0\3", b"\xa0\2"), good[:-2],
                    zstd.MAGIC + b"\x21\1\3" + good[9:], zstd.MAGIC + b"\x28\3" + good[9:]):
            with self.assertRaises(ValueError, msg=bad.hex()):
                zstd.decompress(bad, 3)

    def test_damage_never_ends_in_anything_but_a_value_error(self):
        for text in FRAMES.values():
            good = base64.b64decode(text)
            for at in range(0, len(good), 1 + len(good) // 100):
                for bad in good[:at], good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1:]:
                    try:
                        zstd.decompress(bad, 1 << 20)
                    except ValueError:
                        pass


class Rules(unittest.TestCase):
    def count(self, game, position, depth):
        if depth == 0 or game.value(position) is not None:
            return depth == 0
        return sum(self.count(game, game.play(position, move), depth - 1) for move in game.moves(position))

    def test_counts_of_games(self):
        mnk = rules.game("mnk", "3x3x3")
        self.assertEqual([self.count(mnk, mnk.read("3/3/3 x"), depth) for depth in (1, 2, 5, 6)], [9, 72, 15120, 54720])
        four = rules.game("connect-four", "7x6")
        self.assertEqual([self.count(four, four.read("7/7/7/7/7/7 x"), depth) for depth in (1, 3, 5)], [7, 343, 16807])

    def test_values_of_small_games(self):
        for name, parameters, root, value in (
                ("mnk", "3x3x3", "3/3/3 x", 0), ("mnk", "4x3x3", "4/4/4 x", 1), ("mnk", "2x2x1", "2/2 o", -1),
                ("mnk", "2x2x2", "2/2 x", 1), ("connect-four", "4x4", "4/4/4/4 x", 0), ("mnk", "3x1x4", "3 o", 0)):
            game = rules.game(name, parameters)
            for bound in (0, 1):
                self.assertEqual(holds(game, game.read(root), "at_least", bound, {}), value >= bound, parameters)

    def test_rows_of_a_family(self):
        """Tic-tac-toe is one of Connect(m, n, k, p, q)."""
        mnk, family = rules.game("mnk", "3x3x3"), rules.game("connect", "3x3x3x1x1")
        for depth in (1, 4, 6):
            self.assertEqual(self.count(mnk, mnk.read("3/3/3 x"), depth), self.count(family, family.read("b"), depth))
        six = rules.game("connect", "6x6x4x2x1")
        self.assertEqual([self.count(six, six.read("b"), depth) for depth in (1, 3)], [36, 36 * 35 * 34])
        exact = rules.game("connect", "5x1x3x1x1:exact")
        self.assertEqual(exact.value(exact.play(exact.read("B:A1,B1 b"), 2)), 1)
        self.assertIsNone(exact.value(exact.play(exact.read("B:A1,B1,D1 b"), 2)))

    def test_notation_of_the_family(self):
        game = rules.game("connect", "3x3x3x2x1:symmetric")
        self.assertEqual(game.read("B:C1 W:A2,B3 b"), ("..xo...o.", rules.MAX, 2, None))
        self.assertEqual(game.read("b"), ("." * 9, rules.MAX, 1, None))
        self.assertEqual(game.read("B:A1 w1")[1:], (rules.MIN, 1, None))
        self.assertEqual(game.read("B:A1,A2,A3 w")[3], rules.MAX)
        for text in ("", "B:C1", "B:D1 b", "B:A4 b", "B:A1 W:A1 b", "C:A1 b", "b3", "B:A1,A2,A3 b", "B:A1,A2,A3 w1"):
            self.assertRaises(ValueError, game.read, text)
        for parameters in ("3x3x3x2", "3x3x3x2x1:exact", "3x3x3x1x1:big", "27x1x3x1x1", "20x20x3x1x1", "3x3x3x0x1"):
            self.assertRaises(ValueError, rules.game, "connect", parameters)

    def test_notation(self):
        game = rules.game("mnk", "3x3x3")
        self.assertEqual(game.read("x1o/1x1/2o x"), ("..o.x.x.o", rules.MAX, False))
        four = rules.game("connect-four", "7x6")
        self.assertEqual(four.read("7/7/7/7/3o3/3x3 x")[0][:14], "...x......o...")
        for text in ("x1o/.x./2o x", "x1o/1x1/11o x", "x1o/1x1/2o  x"):  # boards that phidelta writes otherwise
            self.assertRaises(ValueError, rules.read, game, text)
        for text in ("", "3/3/3", "3/3 x", "3/3/2 x", "3/3/4 x", "3/3/3 z", "3/3/3 x x", "xxx/oo1/3 x", "3/3/y2 x"):
            self.assertRaises(ValueError, game.read, text)
        for text in ("44", "7/7/7/7/3o3/7 o", "7/7/7/7/7/3o3 x", "7/7/7/7/7/3x3 x"):
            self.assertRaises(ValueError, four.read, text)
        for name, parameters in ("mnk", "3x3"), ("mnk", ""), ("mnk", "9x9x3"), ("connect-four", "0x4"):
            self.assertRaises(ValueError, rules.game, name, parameters)
        self.assertIsNone(rules.game("chess", ""))

    def test_counts_of_lines_of_action(self):
        loa = rules.game("loa", "8")
        start = loa.read("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x")
        self.assertEqual([self.count(loa, start, depth) for depth in (1, 2)], [36, 1244])

    def test_ends_of_lines_of_action(self):
        both = "2oo4/8/8/8/3o4/2x5/8/3x4 x"  # d1xd4 connects the pieces of both players
        for parameters, value in ("8", 0), ("8,simultaneous=mover", 1):
            game = rules.game("loa", parameters)
            self.assertEqual(game.value(game.play(game.read(both), (3, 27))), value)
        locked = "6xo/6xx/8/8/8/8/xx6/ox6 o"  # White has no move
        game = rules.game("loa", "8")
        self.assertEqual((game.value(game.read(locked)), game.moves(game.read(locked))), (None, ["pass"]))
        game = rules.game("loa", "8,stuck=loses")
        self.assertEqual(game.value(game.read(locked)), 1)

    def test_nim(self):
        """Who leaves heaps whose sizes add up to nothing in binary, without carrying, wins (Bouton 1901)."""
        for parameters, value in ("1,2,3", -1), ("1,2,4", 1), ("2,2", -1), ("misere:1,1,1", -1), ("misere:1,1", 1):
            game = rules.game("nim", parameters)
            root = game.read(f"{parameters.removeprefix('misere:')} f")
            self.assertEqual(holds(game, root, "at_least", 1, {}), value == 1, parameters)

    def test_captures(self):
        game = rules.game("atari-go", "3x2")
        self.assertEqual(game.moves(game.read("1w1/w1b b")), [1, 5])  # a2 would have no liberty
        self.assertIsNone(game.value(game.play(game.read("1w1/w1b b"), 1)))
        self.assertEqual(game.value(game.play(game.read("wb1/3 b"), 0)), 1)
        for text in ("wb1/b2 b", "wbw/bwb w"):  # the side that captured is to move; more than one move ago
            self.assertRaises(ValueError, game.read, text)
        self.assertEqual(game.value(game.read("wb1/b2 w")), 1)

    def test_kos_and_passes(self):
        game = rules.game("go-life", "+++/wb+/+wb:b:targets=C1:threats=0,1:rules=2")
        root = rules.read(game, "3/wb1/1wb b")
        taken = game.play(root, 0)
        self.assertEqual(game.write(taken), "3/wb1/b1b w ko=B1")
        self.assertEqual(rules.read(game, "3/wb1/b1b w ko=B1"), taken)
        self.assertEqual(game.write(game.play(taken, 1)), "3/wb1/1wb b ko=A1 threats=0,0")
        self.assertEqual(game.moves(game.play(taken, 1)), [5, 6, 7, 8, "pass"])
        passed = game.play(taken, "pass")
        self.assertEqual(game.write(passed), "3/wb1/b1b b")  # which is no offer to stop
        self.assertEqual(game.write(game.play(passed, "pass")), "3/wb1/b1b w pass")
        for parameters in ("+++/wb+/+wb:b:targets=C1:threats=0,1", "+++/wb+/+wb:b:targets=C1:rules=1", "+++/wb+/+wb:b",
                           "+++/wb+/+wb:b:targets=C1:threats=0,0:rules=2", "+++/wb+/+wb:b:targets=C2:rules=2",
                           "+++/wb+/+wb:b:targets=C1,A2:rules=2", "+++/wb+/+wb:b:targets=C1:ko=C3:rules=2",
                           "..+/wb+/.wb:b:targets=C1:rules=2", "2+/wb+/+wb:b:targets=B2,C1:rules=2", "", ":", "::::::"):
            self.assertRaises(ValueError, rules.game, "go-life", parameters)
        for text in ("", "3/wb1/1wb", "3/wb1/1wb b ko=C3", "3/wb1/1wb b ko=A1 pass", "3/wb1/1wb b threats=0,2",
                     "3/wb1/1wb b threats=0,1", "3/wb1/1wb b x", "3/wb1/1wb b pass pass pass", "3/bbb/wwb b"):
            self.assertRaises(ValueError, rules.read, game, text)

    def test_life(self):
        for parameters, value in (("5/wwwww/bbbbw/b+bbw/bb+bw:w:targets=A1:rules=2", 1),
                                  ("5/5/wwwww/bbbww/++bw1:w:targets=C1:rules=2", None),
                                  ("6/6/wwwwww/bbbbbw/b+bbbw/bb+wbw:w:targets=A1:rules=2", 1),
                                  ("5/wwwww/bbbbw/b+bbw/+b+bw:w:targets=B1:rules=2", 1),
                                  ("5/wwwww/bwbbw/bwbbw/+b+bw:w:targets=B1:rules=2", None)):
            game = rules.game("go-life", parameters)
            root = rules.read(game, parameters.split(":")[0].replace("+", "1").replace("11", "2") + " w")
            self.assertEqual(game.value(root), value, parameters)

    def test_areas_and_suicide(self):
        game = rules.game("go-small", "3x1")
        self.assertEqual(game.value(game.read("b2 b pass pass")), 3)
        self.assertEqual(game.value(game.read("b1w b pass pass")), 0)
        self.assertEqual(game.moves(game.read("1b1 w")), ["pass"])
        for parameters, moves in ("3x3", ["pass", 2]), ("suicide:3x3", ["pass", 2, 6]):
            game = rules.game("go-small", parameters)
            self.assertEqual(game.moves(game.read("1wb/wwb/bb1 w")), moves)  # c1 captures, a3 is suicide
            self.assertNotIn(6, game.moves(game.read("1w1/w2/3 b")))  # suicide of a single stone
        game = rules.game("go-small", "suicide:5x1")
        self.assertEqual(game.play(game.read("w1wb1 w"), 1), ("...b.", rules.MAX, 0))

    def test_graphs(self):
        graph = lambda *nodes: rules.game("graph", json.dumps({"root": "a", "nodes": dict(nodes)}))
        turn = lambda turn, *children: {"turn": turn, "children": children}
        self.assertEqual(graph(("a", turn("or"))).value("a"), -1)
        self.assertEqual(graph(("a", turn("and"))).value("a"), 1)
        self.assertEqual(graph(("a", {"value": True})).value("a"), 1)
        self.assertIsNone(graph(("a", turn("or", "b")), ("b", {"value": 7})).endless)
        self.assertEqual(graph(("a", {"value": 0}), ("b", turn("or", "c")), ("c", turn("and", "b"))).endless, -1)
        for node in ({}, {"value": 1.5}, {"value": 1 << 31}, {"value": 1, "turn": "or"}, turn("xor"), turn("or", "z"),
                     turn("or", "a", "a"), {"turn": "or"}, {"value": "1"}, {"value": 1, "more": 1}, 1):
            self.assertRaises(ValueError, graph, ("a", node))
        for name in ("", "two words", "moves", "start", "line\n"):
            self.assertRaises(ValueError, graph, ("a", {"value": 1}), (name, {"value": 1}))
        for text in ("", "[]", "{}", '{"root": "b", "nodes": {}}', '{"root": "a", "nodes": {"a": {"value": -0}}}',
                     '{"root": "a", "nodes": {"a": {"value": 1}, "a": {"value": 1}}}', "[" * 10**5):
            self.assertRaises(ValueError, rules.game, "graph", text)


# x has two threats, o is to move: b1, a2, c2 or b3; x answers a2, or b3.
FORK, FORK_PROOF, WIN = "x1x/1o1/x1o o", [0, 8, 10, 9, 9], {"at_least": 1}
OVER = "xxx/oo1/3 o"


class Verdicts(unittest.TestCase):
    def expect(self, expected, data):
        """The verdict begins, and its reason goes on, with these."""
        kind, _, reason = expected.partition(": ")
        found = verdict(data)
        self.assertTrue(found == kind if kind == "VERIFIED" else found.startswith(kind) and reason in found,
                        f"{found!r}, expected {expected!r}")


class Certificates(Verdicts):
    def test_whole_games_in_parts_of_any_length(self):
        for name, parameters, position, claims in (
                ("mnk", "3x3x3", "3/3/3 x", [("at_least", 0), ("at_most", 0)]),
                ("mnk", "4x3x3", "4/1xo1/4 x", [("at_least", 1)]),
                ("connect-four", "4x4", "4/4/ooo1/xxx1 x", [("at_least", 1)])):
            game = rules.game(name, parameters)
            root = game.read(position)
            proofs = [write_proof(game, root, *claim) for claim in claims]
            head = header(position, *({name: n} for name, n in claims), game=name, parameters=parameters)
            for length in (1, 2, 7, 10**6):
                content = [part for i, proof in enumerate(proofs) for part in parts(i, proof, length)]
                self.expect("VERIFIED", certificate(head, *content))

    def test_small_proofs(self):
        self.expect("VERIFIED", certificate(header(FORK, WIN), [0, 0, 0, *FORK_PROOF]))
        self.expect("VERIFIED", certificate(header(FORK, WIN), [0, 0, 0, 0, 8], [0, 0, 1, 1, 0, 10], [0, 0, 1, 2, 0, 9, 9]))
        self.expect("VERIFIED", certificate(header(FORK, WIN), [0, 0, 0, 1, 0, 8], [0, 1, 1, 1, 1, 1, 10, 9, 9]))
        self.expect("VERIFIED", certificate(header(FORK, WIN, WIN), [0, 0, 0, *FORK_PROOF], [1, 0, 0, *FORK_PROOF]))
        self.expect("VERIFIED", certificate(header(OVER, WIN, {"at_most": 1})))

    def test_tokens(self):
        for reason, tokens in (
                ("REFUTED: ALL where the claimant", [0, 0]), ("REFUTED: the opponent is to move", [8]),
                ("REFUTED: move 3 of 3", [0, 11]), ("REFUTED: move 4294967287 of 3", [0, 2**32 - 1]),
                ("REFUTED: there is no token 5", [5]), ("REFUTED: there is no token 7", [0, 7]),
                ("REFUTED: REPEATS", [3, 1]), ("REFUTED: there is no axiom 0", [4, 0]),
                ("REFUTED: token 1 follows LEMMA", [1, 1]), ("REFUTED: token 2 follows LEMMA", [1, 2, 1]),
                ("REFUTED: token 4 follows LEMMA", [1, 4, 0]), ("REFUTED: within a token", [1]),
                ("REFUTED: within a token", [2]), ("REFUTED: within a token", [0, 8, 4]),
                ("REFUTED: REF to 0", [1, 0, 2, 0]), ("REFUTED: REF to 2", [1, 0, 2, 2]),
                ("REFUTED: REF to 1 lemmas back, but there were 0", [2, 1]),
                ("REFUTED: open", [1, 0, 2, 1]), ("REFUTED: another position", [0, 1, 8, 2, 1]),
                ("REFUTED: tokens after the end", [*FORK_PROOF, 0]),
                ("INCOMPLETE: claim 0", FORK_PROOF[:-1]), ("INCOMPLETE: claim 0", [0])):
            self.expect(reason, certificate(header(FORK, WIN), [0, 0, 0, *tokens]))
        self.expect("REFUTED: line of play: 0", certificate(header(FORK, WIN), [0, 0, 0, 0, 0]))

    def test_the_end_of_the_game_must_meet_the_claim(self):
        self.expect("REFUTED: the game ends here with 1, not at_most 0 (content byte 3; line of play: 0)",
                    certificate(header("xx1/oox/oxo x", {"at_most": 0}), [0, 0, 0, 0]))
        self.expect("REFUTED: the game ends here with 1", certificate(header(OVER, {"at_most": 0})))
        self.expect("REFUTED: the game ends here with 1", certificate(header(OVER, WIN, {"at_most": 0})))

    def test_numbers(self):
        head = header(FORK, WIN)
        for reason, content in (
                ("shortest", b"\x80\0\0\0\0"), ("shortest", b"\0\0\0\x88\0"), ("2^32", b"\0\0\0" + b"\xff" * 4 + b"\x1f"),
                ("2^32", b"\0\0\0" + b"\x80" * 5 + b"\0"), ("within a token", b"\0\0\0\x80"), ("within a token", b"")):
            self.expect("REFUTED: " + reason, seal([(b"H", head), (b"P", frame(content)), (b"E", b"")]))

    def test_where_parts_begin(self):
        head, first = header(FORK, WIN), [0, 0, 0, 1, 0, 8]
        for wrong in ([1, 1, 1, 1, 1, 10, 9, 9], [0, 0, 1, 1, 1, 10, 9, 9], [0, 1, 0, 10, 9, 9], [0, 1, 1, 2, 1, 10, 9, 9],
                      [0, 1, 1, 1, 0, 10, 9, 9], [0, 1, 2, 1, 1, 0, 0, 10, 9, 9], [0, 1, 1, 1, 2, 10]):
            self.expect("REFUTED: does not begin where", certificate(head, first, wrong))
        self.expect("REFUTED: without a token", certificate(head, first, [0, 1, 1, 1, 1]))
        self.expect("REFUTED: after the end of all proofs", certificate(head, [0, 0, 0, *FORK_PROOF], [0, 0, 0, 0]))
        self.expect("REFUTED: after the end of all proofs", certificate(header(OVER, WIN), [0, 0, 0, 0]))
        self.expect("INCOMPLETE: claim 1", certificate(header(FORK, WIN, WIN), [0, 0, 0, *FORK_PROOF]))
        self.expect("INCOMPLETE: claim 0", certificate(head))

    def test_lemmas_are_numbered_anew_for_each_claim(self):
        proof = [0, 0, 0, 1, 0, 8, 10, 9, 9]
        self.expect("VERIFIED", certificate(header(FORK, WIN, WIN), proof, [1, *proof[1:]]))
        self.expect("REFUTED: does not begin where", certificate(header(FORK, WIN, WIN), proof, [1, 1, 0, 0, 8, 10, 9, 9]))
        self.expect("REFUTED: there were 0", certificate(header(FORK, WIN, WIN), proof, [1, 0, 0, 2, 1]))

    def test_axioms(self):
        head = header(FORK, WIN, axioms=["a\nb", "unused"])
        self.expect('VERIFIED modulo "a\\nb" (used 2 times)', certificate(head, [0, 0, 0, 0, 4, 0, 10, 4, 0, 9]))
        self.expect("VERIFIED", certificate(head, [0, 0, 0, *FORK_PROOF]))
        self.expect("REFUTED: there is no axiom 2", certificate(head, [0, 0, 0, 4, 2]))

    def test_blocks(self):
        head, proof, end = (b"H", header(FORK, WIN)), (b"P", frame(varints([0, 0, 0, *FORK_PROOF]))), (b"E", b"")
        good = seal([head, proof, end])
        self.expect("VERIFIED", good)
        for length in range(len(good)):
            self.expect("INCOMPLETE: the file ends early", good[:length])
        for reason, bad in (
                ("not a certificate", b"\x89PHIE" + good[5:]), ("not a certificate", b"x"), ("follow the end", good + b"\0"), ("kind", seal([proof, end])),
                ("kind", seal([end])), ("kind", seal([head, head, proof, end])), ("kind", seal([head, proof, (b"Q", b"")])),
                ("kind", check.MAGIC + b"Q" + bytes(36)), ("with 1 bytes", seal([head, proof, (b"E", b"!")])),
                ("follow the end", seal([head, proof, end, end])),
                ("with 16777217 bytes", seal([head]) + b"P\1\0\0\1" + bytes(32)),
                ("with 67108865 bytes", check.MAGIC + b"H\1\0\0\4" + bytes(32)),
                ("zstd: ", seal([head, (b"P", b""), end])), ("zstd: ", seal([head, (b"P", proof[1] + b"\0"), end])),
                ("zstd: ", seal([head, (b"P", proof[1] * 2), end])),
                ("zstd: ", seal([head, (b"P", zstd.MAGIC + b"\xa0\1\0\0\1" + bytes(20)), end])),
                ("hash", check.MAGIC + seal([head])[8:] + seal([proof])[8:] + good[-37:])):
            self.expect("REFUTED: " + reason, bad)
        for at in range(len(good)):
            found = verdict(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            self.assertIn(found.split(":")[0], ("REFUTED", "INCOMPLETE"))  # (if a length grows, the file ends early)

    def test_headers(self):
        good = header(FORK, WIN)
        for kind, head in (
                ("REFUTED", b""), ("REFUTED", b"[]"), ("REFUTED", good + b"x"), ("REFUTED", b"\xef\xbb\xbf" + good),
                ("REFUTED", good.decode().encode("utf-16")), ("REFUTED", good.replace(b"a test", b"\xff")),
                ("REFUTED", good.replace(b"a test", b"\\ud800")), ("REFUTED", b'{"made_by": ' + b"[" * 10**5),
                ("REFUTED: twice", good.replace(b"{", b'{"mode": "reach", ', 1)),
                ("REFUTED: twice", good.replace(b'"at_least"', b'"at_least": 0, "at_least"')),
                ("REFUTED: members", header(FORK, WIN, more=1)), ("REFUTED: members", good.replace(b', "axioms": []', b"")),
                ("REFUTED", header(FORK, WIN, format="other")), ("REFUTED", header(FORK, WIN, version="1")),
                ("REFUTED", header(FORK, WIN, version=True)), ("REFUTED", header(FORK, WIN, version=1.0)),
                ("INCOMPLETE: version 2", header(FORK, WIN, version=2, more=1)), ("REFUTED", header(FORK, WIN, made_by=None)),
                ("INCOMPLETE: game", header(FORK, WIN, game="chess")), ("INCOMPLETE", header(FORK, WIN, parameters="3x3")),
                ("INCOMPLETE", header(FORK, WIN, parameters="")), ("INCOMPLETE", header(FORK, WIN, parameters="03x3x3")),
                ("INCOMPLETE", header("tic-tac-toe", WIN)), ("INCOMPLETE", header("3/3 x", WIN)),
                ("REFUTED: mode safe", header(FORK, WIN, mode="safe")), ("REFUTED: mode path", header(FORK, WIN, mode="path")),
                ("REFUTED: no such mode", header(FORK, WIN, mode="")), ("REFUTED: one claim or two", header(FORK)),
                ("REFUTED: one claim or two", header(FORK, WIN, WIN, WIN)), ("REFUTED", header(FORK, {})),
                ("REFUTED", header(FORK, {"at_least": 1, "at_most": 1})), ("REFUTED", header(FORK, {"equal": 1})),
                ("REFUTED", header(FORK, {"at_least": 2**31})), ("REFUTED", header(FORK, {"at_least": True})),
                ("REFUTED", header(FORK, {"at_least": 1.0})), ("REFUTED", header(FORK, 1)),
                ("REFUTED", header(FORK, WIN, axioms=[1])), ("REFUTED", header(FORK, WIN, axioms=[""] * 1025)), ("REFUTED", header(FORK, WIN, axioms=""))):
            self.expect(kind, certificate(head, [0, 0, 0, *FORK_PROOF]))

    def test_the_program(self):
        good, bad = certificate(header(FORK, WIN), [0, 0, 0, *FORK_PROOF]), certificate(header(FORK, WIN))
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("good", "bad")]
            for path, data in zip(paths, (good, bad)):
                with open(path, "wb") as file:
                    file.write(data)
            run = lambda *paths: subprocess.run([sys.executable, check.__file__, *paths], capture_output=True, text=True)
            self.assertEqual((run(paths[0]).returncode, run(paths[0]).stdout), (0, f"{paths[0]}: VERIFIED\n"))
            self.assertEqual((run(*paths).returncode, len(run(*paths).stdout.splitlines())), (1, 2))
            self.assertEqual(run(os.path.join(folder, "missing")).returncode, 1)
            self.assertEqual(run().returncode, 2)


# Or goes round from a to b, where and may leave to a leaf.
RING = json.dumps({"root": "a", "nodes": {"a": {"turn": "or", "children": ["b"]},
                                          "b": {"turn": "and", "children": ["a", "c"]}, "c": {"value": -1}}})
# Of two squares, each stone after the first one captures. Black takes a1, White b1, and Black's a1 brings back a board.
KO = dict(game="go-small", parameters="2x1", mode="path")


class Cycles(Verdicts):
    def test_safe(self):
        safe = lambda claim, *parts, mode="safe": certificate(
            header("a", claim, game="graph", parameters=RING, mode=mode), *parts)
        most = {"at_most": -1}
        self.expect("VERIFIED", safe(most, [0, 0, 0, 1, 0, 8, 2, 1]))
        self.expect("VERIFIED", safe(most, [0, 0, 0, 1, 0, 8], [0, 1, 2, 0, 1, 0, 0, 2, 1]))
        self.expect("REFUTED: open", safe(most, [0, 0, 0, 1, 0, 8, 2, 1], mode="reach"))
        self.expect("REFUTED: open", safe({"at_least": 0}, [0, 0, 0, 1, 8, 0, 2, 1]))
        self.expect("REFUTED: another position", safe(most, [0, 0, 0, 1, 0, 2, 1]))
        self.expect("REFUTED: REPEATS", safe(most, [0, 0, 0, 0, 8, 3, 2]))
        self.expect("REFUTED: mode path", safe(most, [0, 0, 0, 0, 8], mode="path"))

    def path(self, expected, *tokens, claim=None, position="2 b", **changes):
        head = header(position, claim or {"at_most": 0}, **{**KO, **changes})
        self.expect(expected, certificate(head, [0, 0, 0, *tokens]))

    def test_path(self):
        self.path("VERIFIED", 0, 8, 1, 9, 0, 8, 3, 2, 1, 9, 0, 8, 3, 2)
        self.path("REFUTED: the token is not REPEATS", 0, 8, 1, 9, 0, 8, 0)
        self.path("REFUTED: as one of 1 plies", 0, 8, 1, 9, 0, 8, 3, 1)
        self.path("REFUTED: as one of 0 plies", 0, 8, 1, 9, 0, 8, 3, 0)
        self.path("REFUTED: as one of 2 plies", 0, 8, 3, 2)
        self.path("REFUTED: irreversible", 0, 8, 1, 9, 1, 0)
        self.path("REFUTED: irreversible", 1, 0)
        self.path("REFUTED: irreversible", 2, 1)
        self.path("REFUTED: mode reach", 0, 8, mode="reach")
        self.path("REFUTED: mode safe", 0, 8, mode="safe")
        self.path("REFUTED: mode zone", 0, 8, mode="zone")


# Black has A1 and wins with B1 or A2; White is to move. After a pass, and after A2, by B1; after B1 by A2.
CORNER = dict(game="connect", parameters="3x2x2x1x1", mode="zone")
CORNER_POSITION, CORNER_PROOF = "B:A1 w", [5, 1, 0, 8, 9]
# Black has B2 and wins by any two stones of a line; White is to move. After a pass Black takes A1 C3; after either,
# and a pass, C1 A3; after one of these, too, B1 B3. After C3, White's A1 is in the zone, but was dealt with after A1.
PAIRS = dict(parameters="3x3x3x2x1", position="B:B2 w")
PAIRS_PROOF = [5, 2, 0, 6, 8, 14, 5, 2, 1, 2, 9, 11, 8, 11, 8, 11, 5, 3, 0, 1, 2, 10, 12, 9, 12, 9, 12]


class Zones(Verdicts):
    def zoned(self, expected, *parts, position=CORNER_POSITION, claims=(WIN,), **changes):
        self.expect(expected, certificate(header(position, *claims, **{**CORNER, **changes}), *parts))

    def test_small_proofs(self):
        self.zoned("VERIFIED", [0, 0, 0, *CORNER_PROOF])
        self.zoned("VERIFIED", [0, 0, 0, 1, *CORNER_PROOF])
        self.zoned("VERIFIED", [0, 0, 0, 5, 1, 0, 8], [0, 0, 1, 0, 0, 1, 0, 9])
        self.zoned("VERIFIED", [0, 0, 0, *PAIRS_PROOF], **PAIRS)
        self.zoned("VERIFIED", [0, 0, 0, *PAIRS_PROOF[:16]], [0, 0, 1, 7, 0, 2, 0, 6, *PAIRS_PROOF[16:]], **PAIRS)

    def test_faults(self):
        for reason, tokens in (
                ("no move", [5, 0, 8]), ("the zone has move 5 of 5", [5, 1, 5]), ("the zone has move 5 of 5", [5, 2, 3, 1]),
                ("uses", [5, 1, 1, 8]), ("within a token", [5, 2, 0]), ("after a pass", [5, 1, 0]),
                ("ZONE where the claimant", [5, 1, 0, 5, 1, 0]), ("after the end of a claim", [*CORNER_PROOF, 8]),
                ("AXIOM after a pass", [5, 1, 0, 4, 0]), ("line of play: pass", [5, 1, 0, 0])):
            self.zoned("REFUTED: " + reason, [0, 0, 0, *tokens], axioms=["a"])
        self.zoned("REFUTED: row of the opponent", [0, 0, 0, 5, 1, 0, 8], position="B:A1 W:C1 w")
        self.zoned("REFUTED: LEMMA where", [0, 0, 0, *PAIRS_PROOF[:16], 1, *PAIRS_PROOF[16:]], **PAIRS)
        self.zoned("REFUTED: after the end of a claim", [0, 0, 0, *PAIRS_PROOF, 8], **PAIRS)
        self.zoned("REFUTED: does not begin where", [0, 0, 0, 5, 1, 0, 8], [0, 0, 1, 0, 0, 1, 1, 9])

    def test_where_the_mode_is_refused(self):
        self.zoned("REFUTED: do not only place", [0, 0, 0, 8], game="mnk", parameters="3x3x3", position=FORK)
        for claims in ({"at_least": 0},), ({"at_most": 0},), (WIN, {"at_most": 0}):
            self.zoned("REFUTED: a draw would meet", [0, 0, 0, *CORNER_PROOF], claims=claims)
        self.zoned("REFUTED: there is no token 5", [0, 0, 0, *CORNER_PROOF], mode="reach")


if __name__ == "__main__":
    unittest.main()
