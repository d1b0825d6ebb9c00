"""Mode zone: replies that do not matter are left out. The rules are those of docs/certificate.md, "Zones"."""

from boards import need
from proof import ALL, MOVE, ZONE, Frame, Proof

PASS = "pass"


def read_list(numbers, moves):
    """The places of some of so many moves."""
    places, after = [], 0
    for _ in range(numbers.read()):
        place = after + numbers.read()
        need(place < moves, f"the zone has move {place} of {moves}")
        places.append(place)
        after = place + 1
    return places


def as_list(places):
    return [len(places), *(place - before - 1 for before, place in zip([-1, *places], places))]


class ZoneProof(Proof):
    """`free` and `excluded` are the context of the position whose token comes next. A frame keeps the context of its
    own position, the stones `left` of the turn, the `zone` (places of moves), and the `area` as far as it is known;
    `areas` are those of the closed lemmas since the outermost pass, with how many stones were free."""

    replies = ALL, ZONE

    @staticmethod
    def need_fit(game, claims):
        need(hasattr(game, "within_reach"), "mode zone, but moves of this game do not only place stones")
        for claim in claims:
            (relation, bound), = claim.items()
            need(bound > 0 if relation == "at_least" else bound < 0, "mode zone, but a draw would meet the claim")

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.free, self.excluded, self.areas = 0, set(), {}

    def reach(self, position, stones):
        return self.game.within_reach(position, 1 - self.claimant, stones)

    def begin(self, token, numbers, lemma):
        moves, position = self.game.moves(self.here), self.here
        zone = read_list(numbers, len(moves)) if token == ZONE else []
        need(token != ZONE or zone, "the zone has no move")
        if token >= MOVE:
            frame = super().begin(token, numbers, lemma)
            frame.area = {moves[token - MOVE]}
        else:
            frame = Frame(position, moves, zone or range(len(moves)), lemma)
            frame.area = set()
        frame.zone, frame.squares = zone, {moves[place] for place in zone}
        frame.free, frame.excluded = self.free, self.excluded
        frame.is_own, frame.passed = token >= MOVE, token != ZONE
        frame.left = self.game.left(position)
        if token == ALL and self.free:
            frame.area = self.reach(position, self.free + 1)
        if token == ZONE:
            need(self.reach(position, frame.left) <= frame.squares, "the zone leaves out a row of the opponent")
        return frame

    def leave(self):
        while self.line:
            frame = self.line[-1]
            if not frame.passed and frame.place is None:
                frame.place = PASS
                self.free, self.excluded = frame.free + frame.left, set()
                return self.game.passed(frame.position)
            if not frame.passed:
                self.end_pass(frame)
            for frame.place in frame.places:
                square = frame.moves[frame.place]
                if square not in frame.excluded:
                    self.free, self.excluded = frame.free, set()
                    if not frame.is_own and frame.left > 1:
                        lower = {other for other in frame.squares if other < square}
                        self.excluded = frame.excluded | lower
                    return self.game.play(frame.position, square)
            self.close(self.line.pop())
        return None

    def end_pass(self, frame):
        need(frame.area <= frame.squares, "the zone leaves out what the proof after a pass uses")
        frame.passed = True
        frame.area = frame.squares | self.reach(frame.position, frame.free + frame.left) if frame.free else set()
        if not frame.free:
            self.areas = {}

    def close(self, frame):
        super().close(frame)
        if frame.free:
            if frame.lemma is not None:
                self.areas[frame.lemma] = frame.free, frame.area
            self.line[-1].area |= frame.area

    def begin_lemma(self):
        need(not self.excluded, "LEMMA where squares are excluded")
        return super().begin_lemma()

    def refer(self, back):
        super().refer(back)
        if self.free:
            free, area = self.areas.get(len(self.lemmas) - back, (0, None))
            need(free >= self.free, "REF to a lemma that is not known for so many free stones")
            self.line[-1].area |= area

    def assume(self, axiom):
        need(not self.free, "AXIOM after a pass")
        super().assume(axiom)

    def step(self, frame):
        return [*super().step(frame), *as_list(frame.zone)]

    def end_part(self):
        need(not self.line or self.here is None or not self.free, "the part ends after a pass")
