"""The other commands: words understood and misunderstood, verify, replay, deck, games."""

import json
from pathlib import Path

import pytest

import eminence
from eminence.core.texts import LANGUAGES
from tests.cli.conftest import Program
from tests.cli.driving import Terminal, run, start, well, whole_game, wrong


@pytest.fixture(scope="module")
def match_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match, saved."""
    return whole_game(tmp_path_factory.mktemp("match"), "--seed", "commands")[1]


# -- wrong words ------------------------------------------------------------------------------------------------------
GAMES = ", ".join(game.id for game in eminence.all_games())
WRONG = [
    ("plya", "Did you mean “play”?"),
    ("play", f"Which game? There are: {GAMES}."),
    ("play chess", f"There is no game “chess”; there are: {GAMES}."),
    ("play richeliu", "Did you mean “richelieu”?"),
    ("play richelieu --sets 3", "“--sets” is not understood here. Did you mean “--seats”?"),
    ("play richelieu --seats 5", "Richelieu is for 2, 3 or 4 players, not 5."),
    ("play richelieu --seats two", "--seats: “two” should be a whole number"),
    ("play richelieu --people 3", "3 people do not fit on 2 seats"),
    ("play richelieu --seat 2", "There is no seat 2; seats are 0 to 1."),
    ("play richelieu --level curtier", "Did you mean “courtier”?"),
    ("play richelieu --level search:depth=3", "There is no bot or level “search:depth=3”"),
    ("play richelieu --level", "--level needs a value after it."),
    ("play richelieu and more", "“and” is not understood here."),
    ("play --resume nothing.json", "nothing.json cannot be played on: cannot read nothing.json"),
    ("replay", "Something is missing: FILE."),
    ("replay nothing.json", "cannot read nothing.json"),
    ("verify .", "cannot read ."),
    ("verify nothing.json more", "“more” is not understood here."),
    ("replay x --open --seat 1", "--seat and --open do not go together."),
    ("deck", "Something is missing: GAME."),
    ("deck chess", "There is no game “chess”"),
    ("simulate richelieu --games 0", "--games: “0” should be a whole number, at least 1."),
    ("simulate richelieu --games -3", "--games: “-3” should be a whole number, at least 1."),
    ("simulate richelieu --bots random", "name that many bots, not 1"),
    ("simulate richelieu --bots random,,", "There is no bot or level “”"),
    ("simulate richelieu --bots random,gready", "Did you mean “greedy”?"),
    ("games --lang xx", "there are no texts in 'xx'; languages: en, fr, it"),
    ("--no-such", "“--no-such” is not understood here."),
    ("serve --port 65536", "--port: “65536” should be a port"),
    ("serve --port http", "“http” should be a port"),
    ("serve --host 203.0.113.9 --port 0", "Cannot listen at 203.0.113.9, port 0: "),
    ("serve --host no.such.host.invalid --port 0", "at no.such.host.invalid, port 0: there is no such host."),
    ("serve --database mysql://me:secret@host/x", "“mysql” is no database known here"),
    ("serve --database nonsense", "“nonsense” is no database known here"),
    ("serve --database sqlite:///no/such/folder/x.db", "/no/such/folder for the database."),
    ("serve --database sqlite:// --port 0", "a database in memory would lose every match"),
    ("serve --base-url cards.example", "“cards.example” should be the address of a site"),
    ("serve --base-url https://cards.example/sub", "should be the address of a site"),
    ("serve --base-url http://[::1", "should be the address of a site"),
    ("serve --pace 61", "“61” should be a number of seconds, from 0 to 60."),
    ("serve --pace soon", "“soon” should be a number of seconds"),
    ("serve --workers 0", "“0” should be a whole number, at least 1."),
    ("serve --keep finished=0", "“0” should be a number of days, more than 0, or “always”."),
    ("serve --keep finished", "“” should be a number of days"),
    ("serve --keep finised=3", "Did you mean “finished”?"),
    ("serve --keep everything=3", "there are: unbegun, abandoned, finished, talk, people, listed."),
    ("admin", "Something is missing: ACTION."),
    ("admin chekc", "Did you mean “check”?"),
    ("serve --log loud", "There is no “loud”; there are: debug, info, warning, error."),
    ("serve --prot 1", "“--prot” is not understood here. Did you mean “--port”?"),
    ("ladder richelieu --bots random", "two bots"),
    ("ladder richelieu --bots random,gredy", "greedy"),
    ("ladder richelieu --plot ladder.jpg", ".svg"),
    ("ladder richelieu --plot /nowhere/at/all/ladder.svg", "no folder"),
    ("ladder richelieu --games 0", "0"),
    ("bench --only chess", "plain/richelieu"),
    ("bench --only ", "plain/richelieu"),
    ("bench --game chess", "richelieu"),
    ("bench --seconds 0", "more than 0"),
    ("bench --rounds 0", "more than 0"),
    ("bench --only hearts --peers-python /no/such/python", "/no/such/python"),
]


def test_wrong_words_get_one_helpful_sentence_and_exit_code_2(program: Program) -> None:
    for words, said in WRONG:
        done = program(*words.split(" "))
        assert said in wrong(done), words
        assert (done.stdout, "secret" in done.stderr) == ("", False), words


def test_wrong_words_in_a_process_of_their_own_and_in_other_languages(tmp_path: Path) -> None:
    assert "Did you mean “play”?" in wrong(run(tmp_path, "plya"))
    assert "Vouliez-vous dire «\u202fplay\u202f»\u202f?" in wrong(run(tmp_path, "plya", "--lang", "fr"))
    assert "impossible de lire rien.json\u00a0: ce fichier" in wrong(
        run(tmp_path, "verify", "rien.json", "--lang", "fr")
    )
    assert "Intendevi «richelieu»?" in wrong(run(tmp_path, "play", "richeliu", LANG="it_IT.UTF-8"))


def test_help_in_every_language_and_the_version_with_the_form_that_runs(tmp_path: Path) -> None:
    for language, usage in {"en": "usage: ", "fr": "usage\u00a0: ", "it": "uso: "}.items():
        said = well(run(tmp_path, "--lang", language))
        assert said == well(run(tmp_path, "--help", EMINENCE_LANG=language))
        play = well(run(tmp_path, "play", "--help", LC_ALL=f"{language}_XX.UTF-8"))
        options = ("--level", "--seats", "--short", "--people", "--seed", "--resume", "--lang")
        assert all(told in play for told in (usage, *options)), language
    said = well(run(tmp_path, "--version"))
    assert said.startswith(f"eminence {eminence.__version__}, ")
    assert "compiled" in said or "plain Python" in said


DECKS = {
    "richelieu": (["inferred", "déduite", "dedotta"], ["Bourgogne", "Champagne", "Languedoc", "48", "66"]),
    "habemus_papam": (["Spain", "Espagne", "Spagna"], ["Juan de Lugo", "Squadrone Volante", "71", "52", "270"]),
}


def test_what_is_in_the_box_is_shown_in_every_language(program: Program) -> None:
    for game, (spoken, everywhere) in DECKS.items():
        for language, word in zip(LANGUAGES, spoken, strict=True):
            deck = well(program("deck", game, "--lang", language))
            assert all(known in deck for known in (word, *everywhere)), language


def test_an_option_is_given_by_its_name(tmp_path: Path) -> None:
    said = well(run(tmp_path, "play", "habemus_papam", "--rulebook", "italian", "--open_screens", typed="quit\n"))
    assert said.count("actions: nothing") == 3, "all screens are open"


# -- verify -----------------------------------------------------------------------------------------------------------
def test_a_match_holds(match_file: Path, program: Program) -> None:
    match = eminence.load(match_file)
    said = well(program("verify", str(match_file)))
    score = f"The Cardinal: {match.scores[0]}".replace("-", "−")
    for told in (f"{match_file} holds.", match.commitment, "56 draws", f"{len(match.entries)} entries", score):
        assert str(told) in said
    assert "56 tirages" in well(program("verify", str(match_file), "--lang", "fr"))


def test_the_altered_entry_of_a_match_is_named(tmp_path: Path, match_file: Path, program: Program) -> None:
    data, path = json.loads(match_file.read_text()), tmp_path / "altered.json"
    data["result"]["scores"][0] += 1
    for fault in ("the fault is outside the entries", "is number 70."):
        path.write_text(json.dumps(data))
        sentence = wrong(program("verify", str(path)), code=1)
        assert "does not hold" in sentence
        assert fault in sentence
        data["entries"][70][2] = "0" * 64


def test_what_is_no_match_file_gets_exit_code_2(tmp_path: Path, match_file: Path, program: Program) -> None:
    text = match_file.read_text()
    half, other_rules = text[: len(text) // 2], text.replace('"rules": 2', '"rules": 99')
    for broken in ("", "no match", "{}", "[]", half, other_rules, "\xff\xfe\0"):
        (tmp_path / "broken").write_bytes(broken.encode("latin-1"))
        wrong(program("verify", "broken"))


# -- replay -----------------------------------------------------------------------------------------------------------
def test_a_replay_shows_what_a_seat_saw_and_with_everything_open_all(match_file: Path, program: Program) -> None:
    as_opened, as_cardinal, as_queen = (
        well(program("replay", str(match_file), *words)) for words in (["--open"], ["--seat", "0"], ["--seat", "1"])
    )
    assert "discs on the table: 1.5 " in as_opened
    assert "discs on the table" not in as_cardinal + as_queen
    assert "The Queen takes the disc on the card: " in as_opened
    assert "The Queen takes the disc on the card, looks, and keeps it face down." in as_cardinal
    for said in (as_opened, as_cardinal, as_queen):
        assert all(told in said for told in ("entry 56 of ", "Points "))
        assert "You take the disc on the card and look: " in said or said == as_opened
    assert well(program("replay", str(match_file))) == as_opened


def test_a_running_match_keeps_its_secrets(tmp_path: Path) -> None:
    well(run(tmp_path, "play", "richelieu", "--seed", "a", "--level", "random", typed="3R\nsave it.json\n"))
    assert "not over" in wrong(run(tmp_path, "replay", "it.json", "--open"))
    said = well(run(tmp_path, "replay", "it.json"))
    assert "as a spectator saw it" in said
    assert "The Cardinal takes Bourgogne" in said
    assert "There is no seat 7" in wrong(run(tmp_path, "replay", "it.json", "--seat", "7"))
    assert "no result yet" in well(run(tmp_path, "verify", "it.json"))


def test_stepping_through_a_match(tmp_path: Path, match_file: Path) -> None:
    with Terminal(tmp_path, "replay", str(match_file), "--step", "--seat", "0") as terminal:
        asks = "a number: to that entry"
        assert "entry 55 of" in terminal.until(asks)
        for typed, entry in (("", 56), ("b", 55), ("80", 80)):
            assert f"entry {entry} of" in terminal.type(typed, asks)
        assert "Press Enter to go on, b to go back" in terminal.type("what?", "Press Enter.")
        terminal.type("", asks)
        assert "Points " in terminal.type("9999", "The end.")
        terminal.type("")
        assert terminal.end() == 0


def test_a_reader_who_has_had_enough_is_no_error(tmp_path: Path, match_file: Path) -> None:
    with start(tmp_path, "replay", str(match_file)) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
