"""A second checker of phidelta's certificates, written from docs/certificate.md alone, in plain Python.

    python3 tools/check.py FILE...

prints a line for each file, and exits with 0 only if all are VERIFIED:

    FILE: VERIFIED
    FILE: VERIFIED modulo "the text of an axiom" (used 3 times)
    FILE: REFUTED: byte N: reason (content byte M; line of play: moves by index)
    FILE: INCOMPLETE: reason

Byte N is where the block begins in the file, or 0 if what the header says is wrong, and not how it is written; byte
M, what was read last of the block's content, unpacked. Which games it knows is in `rules.py`. What is wrong in a file
is a ValueError here, whoever finds it.
"""

import json
import sys

import blake3
import rules
import zstd
from boards import need, read_json
from cycles import PathProof, SafeProof
from proof import CLAIMANTS, Numbers, Proof
from zones import ZoneProof

MAGIC = b"\x89PHID\r\n\x1a"
LIMITS = {b"H": 1 << 26, b"P": 1 << 24, b"E": 0}  # of payloads, in bytes
CONTENT_LIMIT = 1 << 24
MEMBERS = {"format": str, "version": int, "made_by": str, "game": str, "parameters": str, "position": str,
           "mode": str, "claims": list, "axioms": list}
MODES = {"reach": Proof, "safe": SafeProof, "path": PathProof, "zone": ZoneProof}


class Incomplete(Exception):
    """Nothing is wrong so far, but this is not a whole proof."""


def read_header(payload):
    """The header, its game and its position."""
    header = read_json(payload.decode("utf-8"))
    need(type(header) is dict and header.get("format") == "phidelta certificate", "not a certificate's header")
    version = header.get("version")
    need(type(version) is int and 0 <= version < 1 << 64, "the header has no version")
    if version != 1:
        raise Incomplete(f"version {version} is not known")
    need(header.keys() == MEMBERS.keys(), f"members of the header: {', '.join(map(json.dumps, header))}")
    for name, kind in MEMBERS.items():
        need(type(header[name]) is kind, f"the header's {name} is of a wrong type")
    need(all(type(text) is str for text in header["axioms"]), "an axiom is not a text")
    need(len(header["axioms"]) <= 1024, "there are too many axioms")
    need(1 <= len(header["claims"]) <= 2, "there must be one claim or two")
    for claim in header["claims"]:
        need(type(claim) is dict and len(claim) == 1 and claim.keys() <= CLAIMANTS.keys(), "not a claim")
        need(all(type(n) is int and -1 << 31 <= n < 1 << 31 for n in claim.values()), "not a claim of 32 bits")
    need(header["mode"] in MODES, "there is no such mode")
    game = known(rules.game, header["game"], header["parameters"])
    if game is None:
        raise Incomplete(f"the game {json.dumps(header['game'])} is not known")
    return header, game, known(rules.read, game, header["position"])


def known(read, *arguments):
    """What a text of the header means, if this checker can read it."""
    try:
        return read(*arguments)
    except ValueError as fault:
        raise Incomplete(f"the header cannot be read: {fault}") from None


class Check:
    """The check of a file: `at` is the block in hand, `claim` the place of the claim whose proof is read."""

    def __init__(self):
        self.at, self.numbers, self.proof = 0, None, None

    def blocks(self, file):
        start = file.read(len(MAGIC))
        need(MAGIC.startswith(start), "not a certificate")
        kind, kinds, seal, end = None, b"H", bytes(32), len(start)
        while kind != b"E":
            self.at, self.numbers = end, None
            head = self.read(file, 37)
            kind, size = head[:1], int.from_bytes(head[1:5], "little")
            need(kind in LIMITS, f"there are no blocks of kind {kind}")
            need(size <= LIMITS[kind], f"a block of kind {kind} with {size} bytes")
            payload = self.read(file, size)
            need(blake3.digest(seal + head[:5] + payload) == head[5:], "the block's hash is not right")
            need(kind in kinds, f"a block of kind {kind} where one of {kinds} should be")
            end += len(head) + size
            if kind == b"E":
                self.at = end
                need(not file.read(1), "bytes follow the end")
            yield kind, payload
            kinds, seal = b"PE", head[5:]

    def read(self, file, size):
        data = file.read(size)
        if len(data) < size:
            raise Incomplete(f"the file ends early, in or before the block at byte {self.at}")
        return data

    def run(self, file):
        for kind, payload in self.blocks(file):
            if kind == b"H":
                self.header, self.game, self.root = read_header(payload)
                self.at, self.mode = 0, MODES[self.header["mode"]]
                self.mode.need_fit(self.game, self.header["claims"])
                self.axiom_uses, self.claim = [0] * len(self.header["axioms"]), -1
                self.next_claim()
            elif kind == b"P":
                self.part(zstd.decompress(payload, CONTENT_LIMIT))
        if self.proof:
            raise Incomplete(f"the proof of claim {self.claim} is not complete")
        used = [f"{json.dumps(text)} (used {count} times)"
                for text, count in zip(self.header["axioms"], self.axiom_uses) if count]
        return "VERIFIED" + (" modulo " + ", ".join(used) if used else "")

    def next_claim(self):
        """Goes on to the next claim that needs a proof; without one, `proof` is None."""
        while self.claim + 1 < len(self.header["claims"]):
            self.claim += 1
            self.proof = self.mode(self.game, self.header["claims"][self.claim], self.axiom_uses)
            self.proof.arrive(self.root)
            if self.proof.here is not None:
                return
        self.proof = None

    def part(self, content):
        need(self.proof, "a part after the end of all proofs")
        numbers, proof = Numbers(content), self.proof
        self.numbers = numbers
        for number in [self.claim, *proof.known()]:
            need(numbers.read() == number, "the part does not begin where the proof stands")
        need(numbers.more(), "a part without a token")
        while numbers.more():
            need(proof.here is not None, "tokens after the end of a claim's proof")
            proof.token(numbers)
        proof.end_part()
        if proof.here is None:
            self.numbers = None
            self.next_claim()

    def place(self):
        """Where in a proof the check stands, for the report of a fault."""
        line = " ".join(str(frame.place) for frame in self.proof.line) if self.proof else ""
        content = f"content byte {max(0, self.numbers.at - 1)}; " if self.numbers else ""
        return f" ({content}line of play: {line or 'none'})" if self.proof else ""


def verdict(path):
    try:
        with open(path, "rb") as file:
            return verdict_on(file)
    except OSError as error:
        return f"INCOMPLETE: {error}"


def verdict_on(file):
    check = Check()
    try:
        return check.run(file)
    except ValueError as fault:
        return f"REFUTED: byte {check.at}: {fault}{check.place()}"
    except Incomplete as reason:
        return f"INCOMPLETE: {reason}"
    except MemoryError:
        return "INCOMPLETE: out of memory"


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    sys.stdout.reconfigure(errors="backslashreplace")
    verdicts = []
    for path in paths:
        verdicts.append(verdict(path))
        print(f"{path}: {verdicts[-1]}", flush=True)
    return 0 if all(text == "VERIFIED" for text in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
