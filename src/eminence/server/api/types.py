"""What goes in and out of the API, as types: msgspec checks what comes in by them, and OpenAPI is written from them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from eminence.server.storage.match_log import MOST_CHOICES

Ask = Annotated[str, Meta(max_length=40, description="Which ask is answered: the `id` that came with it.")]
Name = Annotated[str, Meta(max_length=30, description="A name; empty: that of the role.")]


class Problem(Struct):
    """What went wrong. Nothing has changed."""

    error: Annotated[str, Meta(description="A stable key.")]
    message: Annotated[str, Meta(description="A sentence in the language asked for by Accept-Language.")]
    detail: str = ""


class OptionOf(Struct):
    """Something the table agrees on; the first value is the default."""

    name: str
    values: list[Any]


class BlankOf(Struct):
    """What is filled in in a phrase: one of the values; where there are none, another player's seat."""

    name: str
    values: list[str]


class PhraseOf(Struct):
    """Something that can be said at the table: the key, and then what fills the blanks, as `need wood 2`."""

    key: str
    blanks: list[BlankOf]
    steps: Annotated[list[str], Meta(description="The steps at which it can be said; at any, if there are none.")]


class GameOf(Struct):
    """A game that can be played here."""

    id: str
    title: str
    rules: int
    seats: list[int]
    options: list[OptionOf]
    phrases: list[PhraseOf]


class Games(Struct):
    """All games."""

    games: list[GameOf]
    levels: list[str]


class Place(Struct, forbid_unknown_fields=True):
    """Who is to have a seat: a bot of a level, or (empty) whoever has the invitation."""

    level: Annotated[str, Meta(max_length=20)] = ""


class NewRoom(Struct, forbid_unknown_fields=True):
    """A room to be made."""

    game: Annotated[str, Meta(max_length=40)]
    places: Annotated[list[Place], Meta(min_length=2, max_length=8)]
    options: dict[str, bool | int | str] = {}
    listed: bool = False


class Invitation(Struct):
    """A seat that is free, and the token with which to join."""

    seat: int
    invitation: str


class MadeRoom(Struct):
    """A room just made."""

    id: str
    commitment: Annotated[str, Meta(description="SHA-256 of the secret behind the shuffle.")]
    invitations: list[Invitation]
    watch_token: str
    phase: str


class SeatOf(Struct):
    """A seat as everyone may see it."""

    seat: int
    kind: Annotated[str, Meta(description="person, bot or open")]
    name: str
    level: str = ""
    nonce_commitment: Annotated[str, Meta(description="SHA-256 of what it adds to the shuffle; bots add nothing.")] = ""
    nonce_origin: Annotated[
        str,
        Meta(
            description="sealed: it was bound before it opened; open: given openly when it sat down; server: drawn by "
            "the server; absent: drawn by the server, because it did not open its own in time; empty: not known."
        ),
    ] = ""


class RoomOf(Struct):
    """A room as everyone may see it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    phase: Annotated[str, Meta(description="gathering, playing or over")]
    listed: bool
    commitment: Annotated[str, Meta(description="Empty where a lesson is taught: its cards follow a script.")]
    seats: list[SeatOf]
    asked: list[int]
    next: Annotated[str, Meta(description="The room of the rematch, once there is one.")] = ""
    stage: Annotated[
        str, Meta(description="Full and not yet dealt: `binding` or `opening`, see /bind and /open; else empty.")
    ] = ""
    waited_for: Annotated[list[int], Meta(description="The seats that have not yet done so.")] = []
    began_again: Annotated[
        list[list[int]], Meta(description="The seats that did not open, each time it began again for that.")
    ] = []


class RoomList(Struct):
    """Several rooms."""

    rooms: list[RoomOf]


class Join(Struct, forbid_unknown_fields=True):
    """Sit down."""

    name: Name = ""
    nonce: Annotated[str, Meta(max_length=200, description="What you add to the shuffle, openly.")] = ""
    nonce_commitment: Annotated[
        str,
        Meta(
            max_length=64,
            description="Instead of it: the SHA-256 of what you add, in hexadecimal. Keep the nonce to yourself, and "
            "open it when the room's `stage` is `opening`. Put something random in it, or others might guess it.",
        ),
    ] = ""
    key: Annotated[
        str,
        Meta(
            pattern=r"^([ -~]{16,200})?$",
            description="A secret of your own, random, 16 to 200 ASCII characters. With the same key, invitation and"
            " nonce, joining can be sent again and gives the same token. Left empty, it cannot.",
        ),
    ] = ""


class Bind(Struct, forbid_unknown_fields=True):
    """Be bound to a new nonce, since the table had to begin again. Sent again it is harmless."""

    nonce_commitment: Annotated[str, Meta(max_length=64, description="The SHA-256 of the new one, in hexadecimal.")]


class Open(Struct, forbid_unknown_fields=True):
    """Open the nonce that you are bound to. Sent again it is harmless."""

    nonce: Annotated[str, Meta(min_length=1, max_length=240, description="Text; its UTF-8 bytes were hashed.")]


class Joined(Struct):
    """A seat that is yours, and the token with which to play."""

    seat: int
    token: str
    room: RoomOf


class ChoiceOf(Struct):
    """An answer that may be given."""

    text: str
    code: int
    label: str
    final: Annotated[bool, Meta(description="Whether it cannot be taken back.")]


class AskOf(Struct):
    """The question put to the reader's seat."""

    id: str
    step: str
    rule: str
    prompt: str
    choices: list[ChoiceOf]


class Result(Struct):
    """How a match ended."""

    scores: list[int]
    winners: list[int]
    reason: str


class Table(Struct):
    """A match as one reader may know it."""

    room: str
    seat: int | None
    phase: str
    told: Annotated[int, Meta(description="How many events have happened.")]
    asked: list[int]
    view: dict[str, Any]
    ask: AskOf | None
    can_take_back: bool
    back: Annotated[str, Meta(description="The `ask` to send along when taking back.")]
    result: Result | None


class Happened(Struct):
    """An event, as the reader may know it."""

    number: int
    event: dict[str, Any]
    text: str


class Story(Struct):
    """What has happened."""

    events: list[Happened]


ChoiceText = Annotated[str, Meta(max_length=200)]


class Answer(Struct, forbid_unknown_fields=True):
    """An answer to an ask: either one `choice`, or several small `choices` together. Sent again it is harmless."""

    ONE_OF: ClassVar = ("choice", "choices")

    ask: Ask
    choice: ChoiceText | UnsetType = UNSET
    choices: (
        Annotated[
            list[ChoiceText],
            Meta(
                min_length=1,
                max_length=MOST_CHOICES,
                description="Small answers in their order, the first to this ask. All are taken, or none.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        if isinstance(self.choice, UnsetType) == isinstance(self.choices, UnsetType):
            raise ValueError("Object has either `choice` or `choices`")

    @property
    def given(self) -> list[str]:
        """All of it, in order."""
        if not isinstance(self.choices, UnsetType):
            return self.choices
        return [] if isinstance(self.choice, UnsetType) else [self.choice]


class Back(Struct, forbid_unknown_fields=True):
    """Take the last answer back. Sent again it is harmless."""

    ask: Ask
    whole: Annotated[bool, Meta(description="Of what is sealed in small answers, all instead of the last.")] = False


class KeepQuiet(Struct, forbid_unknown_fields=True):
    """Whether questions are answered for this seat that are put whether or not it can do anything, such as a veto."""

    on: bool


class Quietness(Struct):
    """Whether they are. Then `ask` has only the other choices, or is null; and what is given for the seat cannot be
    given sooner."""

    on: bool
    seconds: Annotated[float, Meta(description="How long after such a question it is answered.")]


class Say(Struct, forbid_unknown_fields=True):
    """Something to say: either a `text`, or a `phrase` of the game, which everybody reads in his own language."""

    ONE_OF: ClassVar = ("text", "phrase")

    text: Annotated[str, Meta(min_length=1, max_length=500)] | UnsetType = UNSET
    phrase: (
        Annotated[
            str, Meta(min_length=1, max_length=100, description="Its key and what fills its blanks: see `/api/games`.")
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        if isinstance(self.text, UnsetType) == isinstance(self.phrase, UnsetType):
            raise ValueError("Object has either `text` or `phrase`")


class Said(Struct):
    """A line of chat."""

    number: int
    name: str
    text: Annotated[str, Meta(description="In the language asked for by Accept-Language, if it is a phrase.")]
    at: float
    phrase: Annotated[str, Meta(description="The phrase that was said; empty for a text.")] = ""
    seat: Annotated[int | None, Meta(description="Who said the phrase.")] = None


class Chat(Struct):
    """What was said: among players, or among spectators."""

    lines: list[Said]


class Again(Struct):
    """The room of the rematch, and the reader's invitation to it."""

    id: str
    seat: int
    invitation: str
    commitment: str


class Verdict(Struct):
    """What the check of a match file found."""

    holds: bool
    message: str
    entries: int
