"""At a table in the terminal: people are asked, bots answer from their Views, everything is kept as it happens."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from eminence import bots
from eminence.cli import ledger
from eminence.cli.answers import COMMANDS, MANY, Command, Question, command_in
from eminence.cli.files import CannotWrite, Keeper, Seating, in_words, resume_command, write
from eminence.cli.terminal import Left, Terminal
from eminence.core.ask import Ask, Choice
from eminence.core.match import Match
from eminence.core.showing import in_plain_text
from eminence.core.texts import Texts, sentence
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import Telling, package_of, telling, title_in
from eminence.core.view import View

FEW = 3
"""On a low screen, more choices of one kind than this are not listed: the table shows what to type."""


def picture(match: Match, view: View, ask: Ask | None, told: Telling, low: bool = False) -> RenderableType:
    """The table: drawn by the game itself, or as it describes it in plain text."""
    own, view = match.game.terminal, match.game.in_sight(view)
    return Text(in_plain_text(match.game, view, told)) if own is None else own.draw(view, ask, told, low)


class Sitting:
    """One match between the people at this terminal and bots."""

    def __init__(
        self, terminal: Terminal, texts: Texts, match: Match, seating: Seating, keeper: Keeper, quick: bool = False
    ) -> None:
        self.terminal = terminal
        self.texts = texts
        self.match = match
        self.people = seating.people
        self.level = seating.level
        self.keeper = keeper
        self.quick = quick
        self.page = RulesPage(package_of(match.game), texts.language)
        self.tellings: dict[int | None, Telling] = {
            seat: telling(match.game, texts.language, seat) for seat in (None, *range(match.seats))
        }
        self.told = dict.fromkeys(self.people, 0)
        """How much of the story each person has been told."""
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        """Who sits before the screen; None while it is handed over."""
        self.unkept = False
        """Whether bots have answered since the match was last written: that is done before anybody sees what."""

    # -- the whole of it --------------------------------------------------------------------------------------------

    def play(self) -> int:
        """Play on until the match is over or the people leave. Returns the exit code."""
        try:
            while not self.match.over:
                seat, ask = next(iter(self.match.asks().items()))
                if seat in self.people:
                    self.keep_bots_answers()
                    self.ask_person(seat, ask)
                else:
                    self.ask_bot(seat, ask)
            self.keep_bots_answers()
            self.count()
        except KeyboardInterrupt:
            return self.leave(130)
        except Left as left:
            return self.leave(left.code)
        return 0

    def leave(self, code: int) -> int:
        """Say how to come back."""
        self.keep_bots_answers()
        if self.match.over:
            return code
        self.terminal.say(self.texts("play.left", command=resume_command()))
        return code

    def ask_bot(self, seat: int, ask: Ask) -> None:
        """Let a bot answer, from what its seat may know. Its chance is fixed by the number of the answer, so that a
        match that was broken off goes on as if it had not been."""
        player = bots.for_person(
            self.level, f"{self.match.commitment}/{seat}/{len(self.match.entries)}", self.match.game
        )
        with self.terminal.busy(sentence(self.texts("play.thinking", who=self.tellings[None].name(seat)))):
            choice = player.choose(self.match.view(seat), ask)
        self.match.choose(seat, choice)
        self.unkept = True

    def keep_bots_answers(self) -> None:
        if self.unkept:
            self.keeper.keep(self.match)
            self.unkept = False

    # -- a person is asked ------------------------------------------------------------------------------------------

    def ask_person(self, seat: int, ask: Ask) -> None:
        """Put a question to a person until it is answered, or something is taken back."""
        if self.looking != seat:
            self.hand_over(seat)
        few = FEW if self.terminal.low else MANY
        question = Question(self.match.view(seat), ask, self.tellings[seat], self.texts, few)
        self.show(seat, ask, question)
        while True:
            answer = question.understand(self.terminal.read(self.texts("ask.prompt")))
            if isinstance(answer, str):
                self.terminal.say(answer, "accent")
            elif isinstance(answer, Choice):
                self.match.choose(seat, answer)
                self.keeper.keep(self.match)
                self.end_turn(seat, ask.rule)
                return
            elif answer.name == "list":
                self.list_choices(question, question.choices, {})
            elif answer.name == "table":
                self.show(seat, ask, question)
            elif self.obey(answer, seat, ask.rule):
                return

    def hand_over(self, seat: int) -> None:
        """Between two people: the screen is wiped, and shows nothing until the other one sits before it."""
        self.terminal.clear()
        self.terminal.heading(title_in(self.match.game, self.texts.language))
        self.terminal.say()
        self.terminal.say(sentence(self.texts("play.hand_over", who=self.tellings[None].name(seat))))
        self.terminal.read(self.texts("play.press_enter"))
        self.looking = seat

    def end_turn(self, seat: int, rule: str) -> None:
        """Where a person's turn has passed on, give him the moment to take his last answer back."""
        passed_on = seat not in self.match.asked
        if passed_on and not self.quick and self.match.can_take_back(seat):
            if self.terminal.live:
                self.show_table(seat, None)
            else:
                self.tell(seat)
            if not self.confirmed(seat, rule):
                return
        if passed_on and len(self.people) > 1:
            self.looking = None

    def confirmed(self, seat: int, rule: str) -> bool:
        """Whether a person lets the others answer. False if he took his last answer back."""
        while True:
            line = self.terminal.read(self.texts("play.done", back=self.texts("command.back")))
            if not line:
                return True
            command = command_in(self.texts, line)
            if command is None or command.name in ("list", "table", "help"):
                self.terminal.say(self.texts("play.done_unknown", word=line), "accent")
            elif self.obey(command, seat, rule):
                return False

    def obey(self, command: Command, seat: int, rule: str) -> bool:
        """Do what a command says. True if the match is not where it was."""
        terminal, texts = self.terminal, self.texts
        if command.name == "rule":
            terminal.markdown(self.page.paragraph(rule))
        elif command.name == "rules":
            terminal.markdown(self.page.whole())
        elif command.name == "log":
            for line in self.tellings[seat].story(self.match.story(seat)):
                terminal.say(f"  {line}")
        elif command.name == "save":
            self.save(command.words)
        elif command.name == "quit":
            raise Left(0)
        elif command.name == "help":
            self.help()
        elif command.name == "back":
            if self.match.can_take_back(seat):
                self.match.take_back(seat)
                self.keeper.keep(self.match)
                return True
            terminal.say(texts("play.no_back"), "accent")
        return False

    def help(self) -> None:
        """All that may be typed."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for name in COMMANDS:
            word = self.texts("hint.save" if name == "save" else f"command.{name}")
            grid.add_row(Text("?" if name == "rule" else word, "accent"), self.texts(f"help.{name}"))
        self.terminal.say(self.texts("ask.help"))
        self.terminal.say(grid)

    def save(self, name: str) -> bool:
        """Write the match to a file of the person's choosing. False if that could not be done, and it was said why."""
        path = Path(name).expanduser()
        if not name:
            self.terminal.say(self.texts("play.save_where"), "accent")
        elif path.exists():
            self.terminal.say(self.texts("play.save_exists", file=name), "accent")
        else:
            try:
                write(self.match, path)
            except CannotWrite as error:
                self.terminal.say(in_words(self.texts, error), "accent")
            else:
                self.terminal.say(self.texts("play.saved" if self.match.over else "play.saved_running", file=name))
                return True
        return False

    # -- what a person sees -----------------------------------------------------------------------------------------

    def show(self, seat: int, ask: Ask, question: Question) -> None:
        """What happened, the table, what is asked, and what may be answered."""
        terminal, told = self.terminal, self.tellings[seat]
        self.show_table(seat, ask)
        terminal.say(told.prompt(question.view, ask), "bold")
        self.list_choices(question, question.few, question.many)
        if final := question.final(lambda choice: self.match.is_final(seat, choice)):
            terminal.say(self.texts("ask.final", choices=", ".join(final)), "quiet")
        terminal.say(self.hint(seat), "quiet")

    def show_table(self, seat: int, ask: Ask | None) -> None:
        """What happened, and the table."""
        terminal, told = self.terminal, self.tellings[seat]
        terminal.clear()
        others = self.texts("play.against", level=self.level) if len(self.people) < self.match.seats else ""
        title = title_in(self.match.game, self.texts.language)
        terminal.heading(f"{title} · {self.texts('play.you_are', who=told.name(seat))}{others}")
        self.tell(seat)
        self.space()
        terminal.say(picture(self.match, self.match.view(seat), ask, told, terminal.low))
        self.space()

    def space(self) -> None:
        """An empty line, where there is room for it."""
        if not self.terminal.low:
            self.terminal.say()

    def tell(self, seat: int) -> None:
        """What happened since this person was last told, the latest of it."""
        lines = self.tellings[seat].story(self.match.story(seat, self.told[seat]))
        most = max(3, self.terminal.console.height // 6) if self.terminal.live else 100
        if len(lines) > most:
            self.terminal.say(
                self.texts("play.more_in_log", n=len(lines) - most, log=self.texts("command.log")), "quiet"
            )
        for line in lines[-most:]:
            self.terminal.say(line)
        self.told[seat] = len(self.match.story(None))

    def list_choices(self, question: Question, choices: list[Choice], many: Mapping[str, list[Choice]]) -> None:
        """Choices with their numbers and their notation; and of the kinds of which there are many, an example."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", width=3, no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for choice in choices:
            number = str(question.choices.index(choice) + 1)
            label = question.telling.label(question.view, choice)
            grid.add_row(Text(number, "bold"), Text(question.brief(choice), "accent"), label)
        for kind, alike in many.items():
            example = question.brief(alike[len(alike) // 2])
            grid.add_row("", Text(example, "accent"), question.telling.texts(f"many.{kind}"))
        self.terminal.say(grid)

    def hint(self, seat: int) -> str:
        """What else may be typed."""
        names = (
            ["list", "back", "log", "save", "quit"]
            if self.match.can_take_back(seat)
            else ["list", "log", "save", "quit"]
        )
        return self.texts("ask.hint", commands=" · ".join(self.texts(f"hint.{name}") for name in names))

    def count(self) -> None:
        """The end: why, the ledger, the winner, the secret behind the shuffle, and where the match is kept."""
        terminal, texts, match = self.terminal, self.texts, self.match
        reader = self.people[0] if len(self.people) == 1 else None
        told = self.tellings[reader]
        terminal.clear()
        terminal.heading(title_in(match.game, texts.language))
        for line in told.story(match.story(reader, min(self.told.values()))):
            terminal.say(line)
        terminal.say(told.end(match.reason), "bold")
        terminal.say()
        terminal.say(picture(match, match.view(reader), None, told))
        terminal.say(ledger.ledger(match, told, texts, terminal.console))
        terminal.say(ledger.winner(match, told, texts), "accent")
        terminal.say()
        kept = self.keeper.finish()
        if match.secret is not None:
            terminal.say(texts("play.secret"))
            terminal.whole(f"  {match.secret.hex()}\n  {match.commitment}")
        terminal.say(texts("play.verify"))
        terminal.whole(f"  eminence verify {shlex.quote(str(kept))}")
        try:
            while (name := terminal.read(texts("play.save_offer"))) and not self.save(name):
                pass
        except Left as left:
            if left.code:
                raise
