"""Modes safe and path, for games whose positions can come back."""

from boards import need
from proof import REPEATS, Proof


class SafeProof(Proof):
    """Where endless play meets the claim, the claimant may go round in the proof for ever."""

    @staticmethod
    def need_fit(game, claims):
        need(game.endless is not None, "mode safe, but games of this kind do not go on for ever")

    def __init__(self, game, *arguments):
        super().__init__(game, *arguments)
        self.open_lemmas = self.meets(game.endless)


class PathProof(Proof):
    """The game ends when a position comes back: what is proved after one line may not hold after another."""

    @staticmethod
    def need_fit(game, claims):
        need(game.repetition is not None, "mode path, but games of this kind do not end by repetition")

    def plies_back(self):
        """How many plies before the present position was first on the line, if the game ends here since it has come
        back; or None."""
        rule = self.game.repetition
        earlier = [at for at, frame in enumerate(self.line) if rule.counts_as_same(frame.position, self.here)]
        return len(self.line) - earlier[0] if earlier and len(earlier) + 1 >= rule.occurrences else None

    def see(self, token):
        need(token == REPEATS or self.plies_back() is None, "a position has come back, but the token is not REPEATS")

    def repeat(self, plies):
        need(plies == self.plies_back(), f"this position does not end the game as one of {plies} plies before")
        positions = [frame.position for frame in self.line[-plies:]]
        self.need_met(self.game.repetition.value([*positions, self.here]))

    def begin_lemma(self):
        self.need_irreversible()
        return super().begin_lemma()

    def refer(self, back):
        self.need_irreversible()
        super().refer(back)

    def need_irreversible(self):
        last = self.line[-1] if self.line else None
        need(last and self.game.repetition.is_irreversible(last.position, last.moves[last.place]),
             "LEMMA or REF, but not after an irreversible move")
