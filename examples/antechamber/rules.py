"""The rules: what is true at a moment and who sees it, the steps that change it, and what could be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from eminence.core.event import Event
from eminence.core.plain import PlainState, PlainWorlds
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, HIDDEN, SPECTATOR, SealedStep, Step
from eminence.core.visibility import Sees, everyone, nobody, owner

NONE, VOICES, DOORS, MOST = 0, 24, 5, 4
"""A voice is a card from 1 to 24; 0 is none. Each of at most four seats has five, each behind a door of its own."""
FAVOURS = (1, 2, 3, 4, 5)
LOUD = 8
"""A voice this much higher than the next is too loud."""

DRAW, OPEN, SPEAK, LISTEN = 0, VOICES, VOICES + len(FAVOURS), VOICES + len(FAVOURS) + DOORS
LISTENED = [f"{at // DOORS}.{at % DOORS + 1}" for at in range(MOST * DOORS)]
"""A seat and one of its doors, as one says it."""
TEXTS = {
    **{DRAW + voice - 1: f"draw {voice}" for voice in range(1, VOICES + 1)},
    **{OPEN + favour - 1: f"open {favour}" for favour in FAVOURS},
    **{SPEAK + door: f"speak {door + 1}" for door in range(DOORS)},
    **{LISTEN + at: f"listen {door}" for at, door in enumerate(LISTENED)},
}

VISIBLE: dict[str, Sees] = {
    "deck": nobody,  # the voices not yet drawn, sorted
    "voices": owner,  # for each seat, the voice behind each of its doors, or NONE
    "shut": everyone,  # for each seat, behind which of its doors there is a voice: 0 or 1
    "heard": everyone,  # for each seat, at which doors of others it has listened: the set of them
    "known": owner,  # for each seat, what it heard there, door by door of all seats, or NONE
    "spoken": everyone,  # the voices that have spoken, sorted
    "favours": everyone,  # those still to be granted
    "favour": everyone,  # the one that is spoken for now, or 0
    "points": everyone,  # what each seat has been granted
    "listener": everyone,  # who spoke lowest
}


class Drew(Event):
    """A seat is given a voice."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"voice": "voices"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    door: int
    voice: int | None


class Opened(Event):
    """A favour is to be granted."""

    REVEALS: ClassVar[Sees] = everyone
    favour: int


class Spoke(Event):
    """A seat has spoken: told of all of them together."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    voice: int
    door: int


class Granted(Event):
    """A favour is granted; `loud` says whether somebody louder was shown out."""

    seat: int
    favour: int
    loud: bool


class Listened(Event):
    """A seat listens at a door of another, and alone hears the voice."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"voice": "known"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    at: int
    door: int
    voice: int | None


class Counted(Event):
    """All favours are granted."""

    points: tuple[int, ...]


EVENTS = (Drew, Opened, Spoke, Granted, Listened, Counted)


class CourtState(PlainState):
    """All that is true at one moment: the fields of VISIBLE."""

    __slots__ = tuple(VISIBLE)

    def prepare(self) -> None:
        n = int(self.seats)
        self.deck, self.spoken, self.favours = list(range(1, VOICES + 1)), list[int](), list(FAVOURS)
        self.voices, self.shut = [[NONE] * DOORS for _ in range(n)], [[0] * DOORS for _ in range(n)]
        self.heard, self.known = [0] * n, [[NONE] * (n * DOORS) for _ in range(n)]
        self.points, self.favour, self.listener = [0] * n, 0, 0

    def scores(self) -> list[int]:
        return self.points[:]

    def evaluate(self, seat: int) -> float:
        """Points decide; voices still to speak are worth something, the more of them are high."""
        if not self.favours and not self.favour:
            return 1.0 / len(self.winners()) if seat in self.winners() else 0.0
        hope = [points + sum(self.voices[of]) / VOICES for of, points in enumerate(self.points)]
        lead = hope[seat] - max(hope[of] for of in range(self.seats) if of != seat)
        return min(0.95, max(0.05, 0.5 + lead / (2 * sum(FAVOURS))))

    def doors(self) -> Iterator[tuple[int, int]]:
        """Every door behind which there is a voice: of whom, and which."""
        for seat, row in enumerate(self.shut):
            yield from ((seat, door) for door, shut in enumerate(row) if shut)

    def silence(self, seat: int, door: int) -> int:
        """The voice behind a door has spoken: it is gone, and so is what was known of it."""
        voice, self.voices[seat][door], self.shut[seat][door] = self.voices[seat][door], NONE, 0
        at = seat * DOORS + door
        for observer in range(self.seats):
            self.heard[observer] &= ~(1 << at)
            self.known[observer][at] = NONE
        self.spoken = sorted([*self.spoken, voice])
        return voice


class Deal(Step[CourtState]):
    """Everybody is given five voices."""

    def place(self, s: CourtState) -> tuple[int, int]:
        """The first door without a voice."""
        return next((seat, row.index(0)) for seat, row in enumerate(s.shut) if 0 in row)

    def begin(self, s: CourtState) -> int:
        if any(0 in row for row in s.shut):
            return DEALER
        s.done()
        return GO_ON

    def choices(self, s: CourtState, seat: int) -> list[int]:
        return [DRAW + voice - 1 for voice in s.deck]

    def answer(self, s: CourtState, seat: int, code: int) -> None:
        (to, door), voice = self.place(s), code - DRAW + 1
        s.deck.remove(voice)
        s.voices[to][door], s.shut[to][door] = voice, 1
        s.tell(Drew(to, door + 1, voice))

    def shown(self, s: CourtState, seat: int, code: int, observer: int) -> int:
        return code if observer == self.place(s)[0] else HIDDEN


class Audience(Step[CourtState]):
    """One of the favours that are left is spoken for, until none is."""

    def begin(self, s: CourtState) -> int:
        if s.favours:
            return DEALER
        s.instead(COUNT)
        return GO_ON

    def choices(self, s: CourtState, seat: int) -> list[int]:
        return [OPEN + favour - 1 for favour in s.favours]

    def answer(self, s: CourtState, seat: int, code: int) -> None:
        s.favour = code - OPEN + 1
        s.favours = [favour for favour in s.favours if favour != s.favour]
        s.tell(Opened(s.favour))
        s.then(SPEAKING)


class Speak(SealedStep[CourtState]):
    """All speak at once. The highest voice is granted the favour, or the next if it was too loud."""

    def who(self, s: CourtState) -> int:
        return (1 << int(s.seats)) - 1

    def choices(self, s: CourtState, seat: int) -> list[int]:
        return [SPEAK + door for door, shut in enumerate(s.shut[seat]) if shut]

    def resolve(self, s: CourtState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        doors = [answer[0] - SPEAK for answer in answers]
        voices = [s.silence(seat, door) for seat, door in enumerate(doors)]
        for seat, voice in enumerate(voices):
            s.tell(Spoke(seat, voice, doors[seat] + 1))
        order = sorted(range(len(voices)), key=voices.__getitem__, reverse=True)
        loud = voices[order[0]] - voices[order[1]] >= LOUD
        heard = order[1] if loud else order[0]
        s.points[heard] += s.favour
        s.tell(Granted(heard, s.favour, loud))
        s.favour, s.listener = 0, order[-1]
        s.then(LISTENING)

    def shown(self, s: CourtState, seat: int, code: int, observer: int) -> int:
        return code + 100 * s.voices[seat][code - SPEAK]


class Listen(Step[CourtState]):
    """Whoever spoke lowest listens at a door of another where he has not listened yet."""

    def begin(self, s: CourtState) -> int:
        if self.choices(s, s.listener):
            return s.listener
        s.done()
        return GO_ON

    def choices(self, s: CourtState, seat: int) -> list[int]:
        doors = [of * DOORS + door for of, door in s.doors() if of != seat]
        return [LISTEN + at for at in doors if not s.heard[seat] >> at & 1]

    def answer(self, s: CourtState, seat: int, code: int) -> None:
        s.done()
        of, door = divmod(code - LISTEN, DOORS)
        s.heard[seat] |= 1 << (code - LISTEN)
        s.known[seat][code - LISTEN] = s.voices[of][door]
        s.tell(Listened(seat, of, door + 1, s.voices[of][door]))

    def shown(self, s: CourtState, seat: int, code: int, observer: int) -> int:
        of, door = divmod(code - LISTEN, DOORS)
        return code + 100 * s.voices[of][door] if observer == seat else code


class Count(Step[CourtState]):
    """All favours are granted: the game is over."""

    def begin(self, s: CourtState) -> int:
        s.done()
        s.tell(Counted(tuple(s.points)))
        return GO_ON


DEAL, AUDIENCE, SPEAKING, LISTENING, COUNT = range(5)
BOOK: list[Step[Any]] = [
    Deal("deal", "setup"),
    Audience("audience", "audience"),
    Speak("speak", "speaking"),
    Listen("listen", "listening"),
    Count("count", "count"),
]


def start(seats: int) -> CourtState:
    """A fresh game: everybody is given voices, then the audiences begin."""
    s = CourtState(seats, BOOK)
    s.prepare()
    s.start_flow(AUDIENCE)
    s.then(DEAL)
    s.go_on()
    return s


class CourtWorlds(PlainWorlds):
    """Unseen voices lie behind any door; what others heard is what is there."""

    def __init__(self, known: CourtState, seat: int) -> None:
        super().__init__(seat)
        self.view = known

    def sample(self, rng: Rng) -> CourtState:
        s = self.view.clone()
        seen = set(s.spoken)
        if self.seat != SPECTATOR:
            for at, voice in enumerate(s.known[self.seat]):
                if voice != NONE:
                    s.voices[at // DOORS][at % DOORS] = voice
            seen.update(*s.voices)
        unseen = [voice for voice in range(1, VOICES + 1) if voice not in seen]
        rng.shuffle(unseen)
        for of, door in s.doors():
            if s.voices[of][door] == NONE:
                s.voices[of][door] = unseen.pop()
        s.deck = sorted(unseen)
        for observer in range(s.seats):
            if observer != self.seat:
                row = [voice for voices in s.voices for voice in voices]
                s.known[observer] = [voice if s.heard[observer] >> at & 1 else NONE for at, voice in enumerate(row)]
        return s
