"""A Match: one play of a game, as a log that is only ever added to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from eminence.core import dealing
from eminence.core.ask import Ask, Choice
from eminence.core.errors import (
    AlreadyAnswered,
    AnswerComplete,
    BadNonce,
    BadOptions,
    CannotTakeBack,
    ChoiceError,
    MatchDoesNotHold,
    MatchOver,
    NotAsked,
    NotOffered,
    NotOver,
    UnknownChoice,
    UnknownSeat,
)
from eminence.core.event import Event, as_known_to
from eminence.core.game import CountLine, Game
from eminence.core.state import DEALER, NOBODY, SEVERAL, State
from eminence.core.view import View

BACK: Final = "back"
"""The text of the entry that takes the seat's last answer back."""
LONGEST_NONCE: Final = 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: who answered what, and the hash of the state after it."""

    seat: int
    choice: str
    hash: str


class TookBack(Event):
    """A player took his last answer back."""

    seat: int


_Past = list[tuple[int, State | dict[str, Any]]]
"""Whose answers can be taken back, and the state before each; of a match that was resumed, in JSON as it came."""
_Mark = tuple[State, _Past, int, int, int, tuple[list[int], list[tuple[int, int]]]]
_Unwritten = tuple[int, int, State]
"""An entry that nobody has asked for yet: who answered what, and the state after it, of which nothing changes."""
TAKEN_BACK: Final = -1
"""Stands for the code of an answer where one was taken back."""


class Match:
    """One play of a game: the options, the commitment to the shuffle, and the log of answers, the dealer's included.

    >>> import eminence
    >>> match = eminence.game("richelieu").new(seats=2, secret=b"for this example")
    >>> match.asks()[0].texts
    ['take 1L', 'take 1R', 'take 2L', 'take 2R', 'take 3L', 'take 3R', 'take 4L', 'take 4R']
    >>> match.choose(0, "take 3R")
    >>> match.view(1).asked, match.over
    ([0], False)
    >>> match.choose(1, "take 3R")
    Traceback (most recent call last):
    eminence.core.errors.NotAsked: seat 1 is not asked anything now: seat 0 is (place_marker)
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        secret: bytes | None = None,
        nonces: Mapping[int, bytes] | None = None,
        by_hand: bool = False,
        deal: bool = True,
    ) -> None:
        self.game = game
        self.seats = game.checked_seats(seats)
        self.options = game.checked_options(options)
        self.by_hand = self._checked_dealing(by_hand, secret)
        self.nonces = self._checked_nonces(nonces or {})
        self._secret = None if by_hand else secret if secret is not None else secrets.token_bytes(dealing.SECRET_BYTES)
        self.commitment = None if self._secret is None else dealing.commitment(self._secret)
        self._entries: list[Entry] = []
        self._unwritten: list[_Unwritten] = []
        self._story: list[Event] = []
        self._past: _Past = []
        self._draws = 0
        self._given = [0] * self.seats
        self._answered_at = [(0, 0)] * self.seats
        """By seat, how many events had been told when it last answered; and, should it take that back, before."""
        self._entries_before = self._told_before = 0
        self._open = False
        self._state = game.start(self.seats, self.options)
        if deal:
            self._deal()

    def _checked_dealing(self, by_hand: bool, secret: bytes | None) -> bool:
        if type(by_hand) is not bool:
            raise BadOptions(f"by_hand is True or False, not {by_hand!r:.80}")
        if by_hand and secret is not None:
            raise BadOptions("a match dealt by hand has no secret: leave out one of the two")
        if secret is not None and not isinstance(secret, bytes):
            raise BadNonce(
                f"the secret of a shuffle is bytes that nobody can guess, such as secrets.token_bytes(32), "
                f"not {secret!r:.80}; leave it out to have one drawn"
            )
        return by_hand

    def _checked_nonces(self, nonces: Mapping[int, bytes]) -> tuple[bytes, ...]:
        if not isinstance(nonces, Mapping):
            raise BadNonce(f"nonces are given by seat, as a dict, not as {nonces!r:.80}")
        for seat, nonce in nonces.items():
            if seat not in range(self.seats):
                raise BadNonce(f"there is no seat {seat!r} to add a nonce; seats are 0 to {self.seats - 1}")
            if not isinstance(nonce, bytes) or len(nonce) > LONGEST_NONCE:
                raise BadNonce(f"the nonce of seat {seat} must be at most {LONGEST_NONCE} bytes")
        return tuple(nonces.get(seat, b"") for seat in range(self.seats))

    # -- what is asked, and answering -------------------------------------------------------------------------------

    @property
    def asked(self) -> list[int]:
        """The seats that have an answer to give now; the dealer too, at a table where cards are dealt by hand."""
        asked = int(self._state.asked)
        if asked == SEVERAL:
            return [seat for seat in range(self.seats) if self._state.is_asked(seat)]
        return [] if asked == NOBODY else [asked]

    @property
    def is_sealed(self) -> bool:
        """Whether what is asked now is answered sealed: nobody sees an answer before the last one is in."""
        return self._state.asked == SEVERAL

    @property
    def step(self) -> str:
        """The name of the step in force, as everybody knows it; nothing once the game is over."""
        return str(self._state.step().name) if self._state.steps else ""

    @property
    def is_held(self) -> bool:
        """Whether nobody is seen to have answered what is asked now: see `Game.held`."""
        return self.is_sealed and self.step in self.game.held

    def seen_asked(self, reader: int | None) -> list[int]:
        """The seats that a reader sees to have an answer to give now, as his view says."""
        self._check_reader(reader)
        return self.game.seen_asked(self._state, reader)

    def asks(self) -> dict[int, Ask]:
        """The questions now open, by seat."""
        return {seat: self.game.ask(self._state, seat) for seat in self.asked}

    def is_final(self, seat: int, choice: str | int | Choice) -> bool:
        """Whether a seat could not take this answer back: something new would be seen, or the dealer would draw.

        Where nobody is seen to have answered (`is_held`), any answer that is complete may be the last one, and is said
        to be final. Raises a ChoiceError if the answer cannot be given.

        >>> import eminence
        >>> match = eminence.game("richelieu").new(seats=2, secret=b"for this example")
        >>> [choice.text for choice in match.asks()[0] if match.is_final(0, choice)]
        []
        """
        self._check_seat(seat)
        code = self._checked_code(seat, choice)
        if not self.is_held:
            return self._is_final(seat, code)
        trial = self._state.clone()
        trial.seal(seat, code)
        return not trial.is_asked(seat)

    def _is_final(self, seat: int, code: int) -> bool:
        if seat == DEALER:
            return True
        trial = self._state.clone()
        trial.story = []
        if trial.asked == SEVERAL:
            return trial.seal(seat, code)  # it may be taken back until the last one is in; that one settles the step
        trial.answer(seat, code)
        return trial.asked == DEALER or any(event.is_new for event in trial.story)

    def choose(self, seat: int, *choices: str | int | Choice) -> None:
        """Give a seat's answer: the text of a choice, its code, or the Choice itself; or several, one after the other.

        Several are small answers that belong together, and are taken all or none: each but the last must be one that
        could be taken back, and leave the same seat asked. So trying them on shows nobody anything new.

        Raises a ChoiceError that says what is allowed, and changes nothing, if the answer cannot be taken. Of several
        it names the one that cannot, and has its number (from 1 on).

        >>> import eminence
        >>> match = eminence.game("richelieu").new(seats=2, secret=b"for this example")
        >>> match.choose(0, "take 3R", "mark 9.9")
        Traceback (most recent call last):
        eminence.core.errors.UnknownChoice: choice 2 of 2, 'mark 9.9': 'mark 9.9' is not a choice of Richelieu
        >>> match.choose(0, "take 3R", "mark 1.1")
        >>> [entry.choice for entry in match.entries[-2:]], match.view(None).asked
        (['take 3R', 'mark 1.1'], [1])
        """
        self._check_seat(seat)
        if len(choices) == 1:
            self._apply(seat, self._checked_code(seat, choices[0]))
        elif choices:
            self._choose_all(seat, choices)
        else:
            raise ChoiceError(f"no choice was given for seat {seat}: an answer is one choice, or several in order")
        self._deal()

    def _choose_all(self, seat: int, choices: tuple[str | int | Choice, ...]) -> None:
        before = self._mark()
        taken = 0
        complete = False
        try:
            for choice in choices:
                if complete:
                    raise AnswerComplete(f"the answer is complete after {taken} of {len(choices)} choices")
                code = self._checked_code(seat, choice)
                final = self._is_final(seat, code)
                self._apply(seat, code)
                complete = final or not self._state.is_asked(seat)
                taken += 1
        except ChoiceError as error:
            self._return_to(before)
            named = type(error)(f"choice {taken + 1} of {len(choices)}, {self._named(choices[taken])}: {error}")
            named.number = taken + 1
            raise named from None
        except BaseException:
            self._return_to(before)
            raise

    def lay(self, seat: int, *choices: str | int | Choice) -> None:
        """Seal a seat's answer, and open nothing even if it is the last one: for whoever holds what all have answered
        until its time. The log knows nothing of it; a match that was laid into is looked at and not played on.

        Raises a ChoiceError, and changes nothing, if the answer cannot be taken.
        """
        if not self.is_sealed:
            raise NotAsked(f"nothing is answered sealed now ({self.step}): there is nothing to hold")
        self.clone().choose(seat, *choices)
        self._state = self._state.clone()
        for choice in choices:
            self._state.seal(seat, self._checked_code(seat, choice))
        self._given[seat] += len(choices)
        self._note_moment(seat)

    def _named(self, choice: object) -> str:
        """A choice as an error names it: by its text where it has one."""
        code = choice.code if isinstance(choice, Choice) else choice
        try:
            return repr(self.game.text(code)) if type(code) is int else f"{code!r:.80}"
        except LookupError:
            return f"{code!r:.80}"

    def _mark(self) -> _Mark:
        """Where the match stands, to come back to if what follows fails."""
        counts = self._given[:], self._answered_at[:]
        return self._state, self._past[:], self.length, len(self._story), self._draws, counts

    def _return_to(self, mark: _Mark) -> None:
        self._state, self._past, length, told, self._draws, (self._given, self._answered_at) = mark
        self._write_up()
        del self._entries[length - self._entries_before :], self._story[told:]

    def _check_seat(self, seat: int) -> None:
        dealer = seat == DEALER and self.by_hand
        if type(seat) is not int or (seat not in range(self.seats) and not dealer):
            raise UnknownSeat(f"there is no seat {seat!r} to answer for; seats are 0 to {self.seats - 1}")

    def _checked_code(self, seat: int, choice: str | int | Choice) -> int:
        state = self._state
        if state.asked == NOBODY:
            raise MatchOver(f"seat {seat} is not asked anything: the match is over")
        step = state.step()
        if not state.is_asked(seat):
            if state.asked == SEVERAL and state.sealed[seat]:
                raise AlreadyAnswered(f"seat {seat} has already answered ({step.name}); it may take that back")
            seen = self.seen_asked(seat) if self.is_held and seat != DEALER else self.asked
            others = ["the dealer" if asked == DEALER else f"seat {asked}" for asked in seen]
            are = "is" if len(others) == 1 else "are"
            raise NotAsked(f"seat {seat} is not asked anything now: {' and '.join(others)} {are} ({step.name})")
        code = choice.code if isinstance(choice, Choice) else choice
        if isinstance(code, str):
            code = self.game.code(code)
        if type(code) is not int:
            raise UnknownChoice(f"{choice!r:.80} is not a choice of {self.game.title}")
        offered = list(step.choices(state, seat))
        if code in offered:
            return code
        try:
            text = self.game.text(code)
        except LookupError:
            raise UnknownChoice(f"{code!r} is not a choice of {self.game.title}") from None
        why = self._why_not(seat, code)
        allowed = ", ".join(self.game.text(code) for code in offered[:12]) + (", ..." if len(offered) > 12 else "")
        raise NotOffered(
            f"{text!r} is not offered to {'the dealer' if seat == DEALER else f'seat {seat}'} now"
            f"{f': {why}' if why else ''} (rule {step.rule!r}); offered: {allowed}"
        )

    def _why_not(self, seat: int, code: int) -> str | None:
        """In an English sentence, where the game has words."""
        from eminence.core.texts.telling import telling

        if seat == DEALER:
            return None
        return telling(self.game, "en", seat).why_not(self.view(seat), code)

    def _apply(self, seat: int, code: int) -> None:
        before = self._state
        after = before.clone()
        after.story = []
        after.answer(seat, code)
        if seat != DEALER:
            self._note_moment(seat)
        self._story += after.story
        sealed = before.asked == SEVERAL
        if seat == DEALER or sealed or after.asked == DEALER or any(event.is_new for event in after.story):
            self._past.clear()
        else:
            if self._past and self._past[-1][0] != seat:
                self._past.clear()
            self._past.append((seat, before))
        after.story = None
        self._state = after
        self._note(seat, code)

    def _note_moment(self, seat: int) -> None:
        """A seat answers: remember after which event, and after which it did before."""
        if self._answered_at[seat][0] != self.told:
            self._answered_at[seat] = self.told, self._answered_at[seat][0]

    def _note(self, seat: int, code: int) -> None:
        """Add an entry to the log. It is written, with its hash, once somebody asks for it."""
        self._unwritten.append((seat, code, self._state))
        if seat != DEALER:
            self._given[seat] += 1
        if code == TAKEN_BACK:
            self._answered_at[seat] = (self._answered_at[seat][1],) * 2

    def _write_up(self) -> None:
        for seat, code, state in self._unwritten:
            text = BACK if code == TAKEN_BACK else self.game.text(code)
            self._entries.append(Entry(seat, text, self.game.hash(state)))
        self._unwritten.clear()

    def _deal(self) -> None:
        while self.owes_a_draw:
            self._apply(DEALER, self._drawn())
            self._draws += 1

    def _drawn(self) -> int:
        """The dealer's next answer, derived from the secret, the nonces and the number of the draw."""
        assert self._secret is not None
        return self._drawn_from(self._secret, self.draw_label)

    def _drawn_from(self, secret: bytes, label: str) -> int:
        step = self._state.step()
        codes = step.choices(self._state, DEALER)
        weights = list(step.weights(self._state)) or [1] * len(codes)
        return codes[dealing.draw(weights, secret, self.nonces, label)]

    def drawn_by(self, seed: str) -> str:
        """At a table where cards are dealt by hand: what a dealer answers next who goes by a seed that all may know."""
        return self.game.text(self._drawn_from(seed.encode(), f"{self.length}/{self._state.step().name}"))

    @property
    def draw_label(self) -> str:
        """The label of the dealer's next draw: its number, and the step that asks for it."""
        return f"eminence 1/{self.game.id}/{self._draws}/{self._state.step().name}"

    # -- taking back ------------------------------------------------------------------------------------------------

    def can_take_back(self, seat: int) -> bool:
        """Whether this seat may take its last answer back: nothing new has been seen, and nobody else has moved."""
        self._check_seat(seat)
        return self._may_unseal(seat) or bool(self._past and self._past[-1][0] == seat)

    def _may_unseal(self, seat: int) -> bool:
        return self._state.asked == SEVERAL and seat >= 0 and bool(self._state.sealed[seat])

    def take_back(self, seat: int, *, whole: bool = False) -> None:
        """Take the seat's last answer back. The log keeps both: nothing is ever struck out.

        Of what is sealed in small answers, it is the last small one; `whole` takes back all that the seat has sealed.
        """
        if not self.can_take_back(seat):
            raise CannotTakeBack(
                f"seat {seat} has nothing to take back: an answer can be taken back until somebody else answers, "
                "the dealer draws, or something hidden is seen"
            )
        if self._may_unseal(seat):
            self._unseal(seat)
            while whole and self._may_unseal(seat):
                self._unseal(seat)
            return
        self._state = self._before()
        self._past.pop()
        self._story.append(TookBack(seat))
        self._note(seat, TAKEN_BACK)

    def _before(self, number: int = -1) -> State:
        """The state before an answer that can be taken back: before the last one, or an earlier one."""
        before = self._past[number][1]
        return before if isinstance(before, State) else self.game.from_json(self.seats, self.options, before)

    def _unseal(self, seat: int) -> None:
        seen = not self._state.is_asked(seat) and not self.is_held
        self._state = self._state.clone()
        self._state.unseal(seat)
        if seen:  # how far a seat has come with composing its answer is its own affair
            self._story.append(TookBack(seat))
        self._note(seat, TAKEN_BACK)

    # -- repeating a log --------------------------------------------------------------------------------------------

    def repeat(self, entry: Entry) -> None:
        """Take up the next entry of a kept log; MatchDoesNotHold if it cannot have happened or its hash differs."""
        before = self._mark()
        try:
            self._repeat(self.length, entry)
        except MatchDoesNotHold:
            self._return_to(before)
            raise

    def _repeat(self, number: int, entry: Entry) -> None:
        try:
            if entry.seat == DEALER and self.owes_a_draw:
                drawn = self.game.text(self._drawn())
                if entry.choice != drawn:
                    raise MatchDoesNotHold(
                        f"entry {number}: the dealer drew {entry.choice!r}, but secret and nonces give {drawn!r}",
                        number,
                    )
                self._apply(DEALER, self.game.code(drawn))
                self._draws += 1
            elif entry.choice == BACK:
                self.take_back(entry.seat)
            else:
                self._check_seat(entry.seat)
                self._apply(entry.seat, self._checked_code(entry.seat, entry.choice))
        except ChoiceError as error:
            raise MatchDoesNotHold(f"entry {number} cannot have happened: {error}", number) from None
        self._write_up()
        if self._entries[-1] != entry:
            raise MatchDoesNotHold(
                f"entry {number}: after {entry.choice!r} by seat {entry.seat} the state has another hash", number
            )

    def clone(self) -> Match:
        """Another match that stands where this one does; what happens in one of them is nothing to the other.

        >>> import eminence
        >>> match = eminence.game("richelieu").new(seats=2, secret=b"for this example")
        >>> trial = match.clone()
        >>> trial.choose(0, "take 3R")
        >>> trial.length - match.length
        1
        """
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._entries, copy._unwritten, copy._story = self._entries[:], self._unwritten[:], self._story[:]
        copy._past, copy._given, copy._answered_at = self._past[:], self._given[:], self._answered_at[:]
        return copy

    def again(self) -> Match:
        """The same match before its first entry, to be repeated entry by entry. It is open if this one is over."""
        nonces = dict(enumerate(self.nonces))
        before = Match(
            self.game, self.seats, self.options, secret=self._secret, nonces=nonces, by_hand=self.by_hand, deal=False
        )
        before._open = self.over or self._open
        return before

    @property
    def owes_a_draw(self) -> bool:
        """Whether the dealer is asked and deals from the secret. Seen from outside only while a log is repeated."""
        return self._state.asked == DEALER and not self.by_hand

    @property
    def secret_in_keeping(self) -> bytes | None:
        """The secret, at any time: for whoever keeps the match, never for players while it runs."""
        return self._secret

    # -- setting down and taking up again ----------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Where the match stands, as JSON: to be taken up again by `resume` without repeating its log.

        It tells all that is hidden. It is kept beside the log, which alone is the truth.
        """
        return {
            "entries": self.length,
            "told": self.told,
            "draws": self._draws,
            "given": self._given[:],
            "answered_at": self._answered_at[:],
            "state": self.game.to_json(self._state),
            "past": [
                [seat, self.game.to_json(before) if isinstance(before, State) else before]
                for seat, before in self._past
            ],
        }

    @classmethod
    def resume(
        cls,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        *,
        secret: bytes | None,
        nonces: Mapping[int, bytes],
        snapshot: Mapping[str, Any],
    ) -> Match:
        """The match as it stood when the snapshot was taken. Its `entries` and its story begin from there."""
        match = cls(game, seats, options, secret=secret, nonces=nonces, by_hand=secret is None, deal=False)
        match._state = game.from_json(seats, match.options, snapshot["state"])
        match._past = [(seat, form) for seat, form in snapshot["past"]]  # read once somebody takes something back
        match._draws = snapshot["draws"]
        match._given = list(snapshot["given"])
        match._entries_before = snapshot["entries"]
        match._told_before = snapshot["told"]
        at = snapshot.get("answered_at", [(match.told,) * 2] * seats)  # older ones do not say
        match._answered_at = [(now, before) for now, before in at]
        return match

    @property
    def length(self) -> int:
        """How many entries the whole log has."""
        return self._entries_before + len(self._entries) + len(self._unwritten)

    @property
    def told(self) -> int:
        """How many events have happened: as everybody knows, whatever they may know of each."""
        return self._told_before + len(self._story)

    @property
    def new_events(self) -> list[Event]:
        """What has happened since the match began or was resumed, hidden things included: for whoever keeps it."""
        return self._story[:]

    def given(self, seat: int) -> int:
        """How many answers a seat has given, taking back included. With `told`, it names the ask a seat has now."""
        self._check_seat(seat)
        return self._given[seat]

    def answered_at(self, seat: int) -> int:
        """How many events had been told when a seat gave its last answer that it did not take back: what came of it and
        after it is numbered from there on."""
        self._check_seat(seat)
        return self._answered_at[seat][0]

    # -- what is known ----------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may know; with None, what a spectator may know."""
        self._check_reader(seat)
        return self.game.view(self._state, self.options, seat)

    def _check_reader(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or seat not in range(self.seats)):
            raise UnknownSeat(f"there is no seat {seat!r} to look from; seats are 0 to {self.seats - 1}, or None")

    def story(self, seat: int | None, since: int = 0) -> list[Event]:
        """What has happened, as a seat or a spectator (None) may know it, from event number `since` on."""
        self._check_reader(seat)
        return [as_known_to(event, self.game.visible, seat) for event in self._told_since(since)]

    def _told_since(self, since: int) -> list[Event]:
        if 0 <= since < self._told_before:
            raise IndexError(f"this match was resumed: its story begins with event {self._told_before}, not {since}")
        return self._story[max(0, since - self._told_before) :]

    def open_view(self) -> View:
        """Everything, hidden things included. Raises NotOver unless the match is over or repeats one that is."""
        if not self._open:
            self._need_over("what was hidden")
        view = self.view(None)
        all_of_it = self.game.to_json(self._state)
        fields = {**view.fields, **{name: all_of_it[name] for name in self.game.visible}}
        return replace(view, fields=fields, uncovered=True)

    def open_story(self, since: int = 0) -> list[Event]:
        """What has happened, hidden things included. Raises NotOver unless the match is over or repeats one that is."""
        if not self._open:
            self._need_over("what was hidden")
        return self._told_since(since)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.asked == NOBODY

    @property
    def scores(self) -> list[int]:
        """The points of each seat. Raises NotOver while the match runs: hidden things count."""
        self._need_over("the scores")
        return [int(score) for score in self._state.scores()]

    @property
    def winners(self) -> list[int]:
        """The seat that won, or several that share the win. Raises NotOver while the match runs."""
        self._need_over("the winners")
        return [int(seat) for seat in self._state.winners()]

    @property
    def reason(self) -> str:
        """Why the game ended. Raises NotOver while the match runs."""
        self._need_over("the reason")
        return self.game.reason(self._state)

    def count(self) -> list[CountLine]:
        """The final count, line by line. Raises NotOver while the match runs."""
        self._need_over("the count")
        return self.game.count(self._state)

    @property
    def secret(self) -> bytes | None:
        """The secret behind the shuffle, disclosed at the end. Raises NotOver while the match runs."""
        self._need_over("the secret")
        return self._secret

    def _need_over(self, what: str) -> None:
        if not self.over:
            raise NotOver(f"{what} can be told once the match is over")

    def export(self) -> str:
        """The finished match as the text of a file for anyone: it discloses the secret. NotOver while it runs."""
        from eminence.core import matchfile

        if not self.over:
            raise NotOver("a match can be given away once it is over: before, its file would tell what is hidden")
        return matchfile.dumps(self)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log, hidden draws included: the whole of it, or since it was resumed. Not for players while it runs."""
        self._write_up()
        return tuple(self._entries)

    def __repr__(self) -> str:
        over = ", over" if self.over else ""
        return f"<match of {self.game.id}, {self.seats} seats, {self.length} entries{over}>"
