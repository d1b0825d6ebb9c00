"""The proof of one claim, token by token, in mode reach; the other modes are made of it in `cycles.py` and `zones.py`.
What is wrong in a proof is a ValueError."""

from boards import MAX, MIN, need

CLAIMANTS = {"at_least": MAX, "at_most": MIN}
ALL, LEMMA, REF, REPEATS, AXIOM, ZONE, MOVE = 0, 1, 2, 3, 4, 5, 8


class Numbers:
    """The numbers that a part's content is made of."""

    def __init__(self, content):
        self.content, self.at = content, 0

    def more(self):
        return self.at < len(self.content)

    def read(self):
        value = shift = 0
        while True:
            need(self.more(), "the part ends within a token")
            byte = self.content[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            need(value < 1 << 32 and shift <= 28, "a number is not below 2^32")
            if byte < 128:
                need(byte or not shift, "a number is not written in the shortest way")
                return value
            shift += 7


class Frame:
    """A position on the current line whose proof has begun: `places` are those of the moves that are still to be
    proved, `place` is that of the move that is."""

    def __init__(self, position, moves, places, lemma):
        self.position, self.moves, self.places, self.place, self.lemma = position, moves, iter(places), None, lemma


class Proof:
    """The proof of one claim, as far as it is read. `here` is the position whose token comes next, or None."""

    replies = ALL,  # the tokens for positions in which the opponent is to move
    open_lemmas = False  # whether REF may name them

    @staticmethod
    def need_fit(game, claims):
        """Refuses a mode in which nothing is proved about the game, or about such claims."""
        need(game.repetition is None or game.repetition.only_equal,
             "mode reach, but positions of this game that are not equal may count as the same")

    def __init__(self, game, claim, axiom_uses):
        (self.relation, self.bound), = claim.items()
        self.game, self.claimant, self.axiom_uses = game, CLAIMANTS[self.relation], axiom_uses
        self.line, self.lemmas, self.closed = [], [], []

    def meets(self, value):
        return value >= self.bound if self.claimant == MAX else value <= self.bound

    def need_met(self, value):
        need(self.meets(value), f"the game ends here with {value}, not {self.relation} {self.bound}")

    def arrive(self, position):
        """Goes to the next position with a token: this one, or if the game is over here, a later one."""
        while position is not None:
            value = self.game.value(position)
            if value is None:
                break
            self.need_met(value)
            position = self.leave()
        self.here = position

    def leave(self):
        """From a position that is proved, the next one in the order of the proof."""
        while self.line:
            frame = self.line[-1]
            frame.place = next(frame.places, None)
            if frame.place is not None:
                return self.game.play(frame.position, frame.moves[frame.place])
            self.close(self.line.pop())
        return None

    def close(self, frame):
        if frame.lemma is not None:
            self.closed[frame.lemma] = True

    def token(self, numbers):
        token, lemma = numbers.read(), None
        self.see(token)
        if token == LEMMA:
            lemma = self.begin_lemma()
            token = numbers.read()
            need(token in self.replies or token >= MOVE, f"token {token} follows LEMMA")
        if token in self.replies or token >= MOVE:
            own = self.game.turn(self.here) == self.claimant
            need(own or token < MOVE, "a move is chosen where the opponent is to move")
            need(not own or token >= MOVE, f"{'ZONE' if token else 'ALL'} where the claimant is to move")
            self.line.append(self.begin(token, numbers, lemma))
        elif token == REF:
            self.refer(numbers.read())
        elif token == AXIOM:
            self.assume(numbers.read())
        elif token == REPEATS:
            self.repeat(numbers.read())
        else:
            raise ValueError(f"there is no token {token}")
        self.arrive(self.leave())

    def see(self, token):
        """The first token of a position."""

    def repeat(self, plies):
        raise ValueError("REPEATS where no game ends by repetition")

    def begin(self, token, numbers, lemma):
        moves, place = self.game.moves(self.here), token - MOVE
        need(place < len(moves), f"move {place} of {len(moves)}")
        return Frame(self.here, moves, range(len(moves)) if token == ALL else [place], lemma)

    def begin_lemma(self):
        self.lemmas.append(self.here)
        self.closed.append(False)
        return len(self.lemmas) - 1

    def refer(self, back):
        need(1 <= back <= len(self.lemmas), f"REF to {back} lemmas back, but there were {len(self.lemmas)}")
        need(self.open_lemmas or self.closed[-back], "REF to a lemma that is open")
        need(self.lemmas[-back] == self.here, "REF to a lemma of another position")

    def assume(self, axiom):
        need(axiom < len(self.axiom_uses), f"there is no axiom {axiom}")
        self.axiom_uses[axiom] += 1

    def known(self):
        """What the next part must begin with, after the place of the claim."""
        numbers = [len(self.lemmas), len(self.line)]
        for frame in self.line:
            numbers += self.step(frame)
        return numbers

    def step(self, frame):
        return [frame.place, 0 if frame.lemma is None else 1 + frame.lemma]

    def end_part(self):
        """A part ends here."""
