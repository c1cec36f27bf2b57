"""`eminence play`, driven for real: whole games through pipes and through a terminal, broken off and gone on with."""

import json
import re
import time
from itertools import pairwise
from pathlib import Path

import eminence
from eminence.cli.files import data_folder
from tests.cli.driving import PATIENCE, Terminal, finished, ones, run, running, start, well, whole_game, wrong

PROMPT = "Your answer: "


def play(home: Path, typed: str, *words: str) -> str:
    """What is said to these words, in a game dealt from a fixed seed that is then left."""
    return well(run(home, "play", "richelieu", "--level", "random", "--seed", "a", *words, typed=typed))


# -- a whole game -----------------------------------------------------------------------------------------------------
def test_a_whole_game_through_pipes_is_counted_line_by_line(tmp_path: Path) -> None:
    said, path = whole_game(tmp_path, "--seed", "a")
    match = eminence.load(path)
    assert match.commitment
    assert match.secret
    before, _, after = said.partition("All the cards have been taken.")
    assert match.commitment in before.split("row 1")[0]
    assert match.secret.hex() not in before
    assert match.secret.hex() in after
    assert f"eminence verify {path}" in after
    for line in match.count():
        assert re.search(rf"^ +{line.subject}", after, re.MULTILINE) or line.part == "symbols"
    winner = "You win." if match.winners == [0] else "The Queen wins."
    for word in ("swords", "crosses", "towers", "Points ", "most: ", "fewer: ", winner):
        assert word in after
    assert running(tmp_path) == []


def test_a_whole_game_in_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "richelieu", "--level", "greedy", "--seed", "tty") as terminal:
        assert "SHA-256" in terminal.until("Press Enter to deal.")
        terminal.type("")
        asked = 0
        while True:
            shown = terminal.until(PROMPT, "› ")
            if "type the name of a file" in shown:
                break
            is_question = shown.rstrip().endswith(PROMPT.strip())
            assert "\x1b[" in shown or not is_question
            asked += is_question
            terminal.type("1" if is_question else "")
        assert asked > 20
        assert "Points " in shown
        terminal.type("kept.json")
        assert terminal.end() == 0
    assert "Saved as kept.json." in terminal.seen
    assert (tmp_path / "kept.json").read_text() == finished(tmp_path)[0].read_text()


def test_a_low_terminal_shows_the_table_and_the_question_at_once(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "richelieu", "--level", "random", "--seed", "low", rows=24) as terminal:
        terminal.until("Press Enter to deal.")
        screen = terminal.type("", PROMPT).rpartition("\x1b[3J")[2]
        assert screen.count("\n") < 24
        assert "type its end" in screen
        terminal.press(b"\x04")
        assert terminal.end() == 0


# -- what may be typed ------------------------------------------------------------------------------------------------
def test_choices_by_number_by_notation_and_by_the_part_that_says_enough(tmp_path: Path) -> None:
    said = play(tmp_path, "take 3R\nback\n3r\nback\n6\nmark 2.5\nback\n2,5\n\n")
    assert said.count("You take Bourgogne (one shield, a tower) from row 3.") == 3
    assert said.count("You place a marker on Champagne (one shield, a cross), row 2, column 5.") == 2
    assert said.count("You take your last answer back.") == 3
    entries = [entry.choice for entry in eminence.load(running(tmp_path)[0]).entries if entry.seat == 0]
    assert entries == ["take 3R", "back", "take 3R", "back", "take 3R", "mark 2.5", "back", "mark 2.5"]


HELP = [
    ("", "Type a number from the list, or for example “1L”"),
    ("0", "There is no choice 0: they go from 1 to 8."),
    ("99", "There is no choice 99"),
    ("take", "“take” could be: take 1L, take 1R"),
    ("mark 2.5", "Only the card at the left or right end of a row can be taken."),
    ("2.5", "Only the card at the left or right end of a row can be taken."),
    ("enough", "That is not what is asked now."),
    ("take 5L", "“take 5L” is not understood."),
    ("qiut", "Did you mean “quit”?"),
    ("back", "There is nothing to take back"),
    ("save", "Save it where?"),
    ("?", "from the left or the right end of a row"),
    ("rules", "A player who has no card of it loses 5 points"),
    ("help", "take your last answer back, where nothing new was seen"),
    ("log", "The cards are dealt in four rows of twelve"),
    ("list", "Take Bourgogne (one shield, a tower) from the right end of row 3"),
    ("\x1b[A ☃ {x} [bold]", "is not understood"),
]


def test_whatever_is_typed_gets_a_helpful_answer_and_the_question_again(tmp_path: Path) -> None:
    answers = play(tmp_path, "".join(f"{typed}\n" for typed, _ in HELP) + "3R\n").split(PROMPT)
    for (typed, said), answer in zip(HELP, answers[1:], strict=False):
        assert said.replace(" ", "") in answer.replace(" ", "").replace("\n", ""), typed
    assert "You take Bourgogne" in answers[len(HELP) + 1]


def test_every_choice_that_shows_something_covered_is_named_beforehand(tmp_path: Path) -> None:
    asks = whole_game(tmp_path, "--seed", "a")[0].split(PROMPT)
    named = re.compile(r"Cannot be taken back.*: (.+)\.")
    for before, after in pairwise(asks):
        if "You take the disc on it and look" in after.split("─ Richelieu")[-1].split("1     2")[0]:
            assert named.search(before) or "take the disc on it" in before
    assert any(named.search(ask) for ask in asks)


def test_several_people_hand_over_and_see_only_their_own(tmp_path: Path) -> None:
    said = play(tmp_path, "\n3R\nno marker\n\n\n1\n", "--people", "2")
    first, _, second = said.partition("The Queen plays next. Hand over the keyboard")
    assert all(told in first for told in ("The Cardinal plays next. Hand over", "you are the Cardinal"))
    assert all(told in second for told in ("you are the Queen", "The Cardinal takes Bourgogne"))


def test_people_may_take_another_seat_and_add_words_to_the_shuffle(tmp_path: Path) -> None:
    assert "you are the Queen" in play(tmp_path, "my own words\n", "--nonces", "--seat", "1")
    assert json.loads(running(tmp_path)[0].read_text())["nonces"] == ["", b"my own words".hex()]


def test_letters_where_the_terminal_cannot_draw(tmp_path: Path) -> None:
    more = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "EMINENCE_LANG": "fr"}
    said, _ = whole_game(tmp_path, "--seed", "a", "--seats", "4", **more)
    assert said.isascii()
    assert "***" in said or "*===*" in said
    assert "Pere Joseph" in said


# -- leaving and coming back ------------------------------------------------------------------------------------------
def test_the_end_of_the_input_leaves_politely_and_resume_goes_on(tmp_path: Path) -> None:
    assert "To go on: eminence play --resume" in play(tmp_path, "3R\n")
    assert "To go on" in play(tmp_path / "other", "quit\n")
    said = well(run(tmp_path, "play", "--resume", "richelieu", "--quick", typed=ones(200)))
    assert "You take Bourgogne (one shield, a tower) from row 3." in said
    assert "All the cards have been taken." in said
    assert len(finished(tmp_path)) == 1
    assert "There is no unfinished match" in wrong(run(tmp_path, "play", "--resume"))


def test_an_interrupt_leaves_with_130(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "richelieu", "--level", "random") as terminal:
        terminal.until("Press Enter to deal.")
        terminal.type("", PROMPT)
        assert terminal.interrupt() == 130
    assert "eminence play --resume" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_nothing_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    words = ("play", "richelieu", "--quick", "--level", "random", "--seed", "kill")
    with start(tmp_path, *words) as process:
        assert process.stdin
        process.stdin.write(ones(12))
        process.stdin.flush()
        deadline = time.monotonic() + PATIENCE
        while sum(path.read_text().count("[0, ") for path in running(tmp_path)) < 12 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
    (path,) = running(tmp_path)
    kept = eminence.load(path).entries
    assert sum(entry.seat == 0 for entry in kept) == 12
    well(run(tmp_path, "play", "--resume", "--quick", typed=ones(200)))
    match = eminence.load(finished(tmp_path)[0])
    assert match.entries[: len(kept)] == kept
    assert match.over
    # It went on as if nothing had happened.
    _, unbroken = whole_game(tmp_path / "unbroken", "--seed", "kill")
    assert unbroken.read_text() == finished(tmp_path)[0].read_text()


def test_a_saved_match_is_never_overwritten_and_is_gone_on_with(tmp_path: Path) -> None:
    said = play(tmp_path, "save my.json\n3R\nsave my.json\nsave no/such/folder.json\n")
    for told in ("my.json is there already", "cannot write no/such/folder.json", "do not look inside"):
        assert told in said
    saved = (tmp_path / "my.json").read_text()
    assert "take 3R" not in saved
    said = well(run(tmp_path, "play", "--resume", "my.json", "--level", "random", "--quick", typed=ones(200)))
    assert "All the cards have been taken." in said
    assert (tmp_path / "my.json").read_text() == saved
    assert "is over" in wrong(run(tmp_path, "play", "--resume", str(finished(tmp_path)[0])))


def test_a_running_match_that_was_tampered_with_is_not_gone_on_with(tmp_path: Path) -> None:
    play(tmp_path, "3R\n")
    (path,) = running(tmp_path)
    path.write_text(path.read_text().replace("take 3R", "take 3L"))
    sentence = wrong(run(tmp_path, "play", "--resume"))
    assert (str(path) in sentence, "entry 56" in sentence) == (True, True), sentence
    path.with_suffix(".table").write_text("[]")
    path.write_text(path.read_text().replace("take 3L", "take 3R"))
    assert "who sits where" in wrong(run(tmp_path, "play", "--resume"))


FOLDERS = [
    ({"HOME": "/home/a"}, "linux", "/home/a/.local/share/eminence"),
    ({"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "linux", "/data/eminence"),
    ({"HOME": "/Users/a"}, "darwin", "/Users/a/Library/Application Support/eminence"),
    ({"HOME": "/c/a", "LOCALAPPDATA": "/c/a/Local"}, "win32", "/c/a/Local/eminence"),
]


def test_where_matches_are_kept_follows_the_custom_of_the_platform() -> None:
    for environment, platform, folder in FOLDERS:
        assert data_folder(environment, platform) == Path(folder), platform
