"""Parts of the table in the browser: questions of several parts, votes with their running sums, and what is hidden."""

from eminence.core.match import Match
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position
from tests.games.elements import Elements
from tests.games.pages import scene_of, seen, values
from tests.games.playing import play


# -- questions of several parts ---------------------------------------------------------------------------------------
def test_the_suggested_pile_and_opening_are_answers_as_they_stand() -> None:
    match = GAME.new(2, {}, secret=b"suggested")
    for seat in (0, 1):
        choices = [item.choice for item in scene_of(match, seat).composer.items]
        while len(choices) > 1 and choices[-1] == choices[-2]:
            choices.pop()
        match.choose(seat, *choices[:-1])
    for seat in (0, 1):
        composer = scene_of(match, seat).composer
        assert (composer.kind, composer.key) == ("place", "opening")
        match.choose(seat, *(item.choice for item in composer.items[:-1]))
    assert match.view(0)["turn"] == CLEOPATRA


def test_what_was_answered_in_part_is_given_and_castling_shows_its_room() -> None:
    # What was answered in part is given and the key says so.
    match = GAME.new(2, {}, secret=b"in part")
    match.choose(0, "next wrath")
    composer = scene_of(match, 0).composer
    assert (composer.key, [item.given for item in composer.items]) == ("order_pile 1", [True] + [False] * 12)
    assert composer.items[0].choice == "next wrath"
    html = seen(match, 0)["board"]
    assert (html.count("data-given"), html.count("<noscript>")) == (1, 1)
    assert [button.value for button in composer.small] == match.asks()[0].texts
    # A castling shows where cards lie and how much room there is.
    position = Position().hand(0, "1 2 3 4 castling").up(0, "SEN", "2 5").down(0, "QUA", "1 P")
    match = play(position.up(1, "QUA", "1 1 1 1 2").match(), "play castling", "let", "castle SEN QUA")
    composer = scene_of(match, 0).composer
    assert (composer.key, composer.faces) == ("castle SEN QUA 1 2 5 P given", "1 2 5 P")
    heaps = [(heap.group, heap.limit, [item.choice for item in heap.items]) for heap in composer.heaps]
    assert heaps == [(0, 5, ["2", "5"]), (2, 3, ["1", "P"])]
    composer = scene_of(play(match, "first 1"), 0).composer
    assert (composer.key.partition(" given")[2], composer.faces) == (" 1", "2 5 P")
    assert [[item.given for item in heap.items] for heap in composer.heaps] == [[True, False, False], [False]]


def test_discards_are_boxes_and_what_is_past_has_none() -> None:
    match = play(Position().hand(0, "1 3 3 5 scout").match(), "passive", "drop 3")
    boxes = Elements(seen(match, 0)["board"]).of("input")
    assert ["data-given" in box for box in boxes] == [True, False, False, False]
    assert [box.get("value") for box in boxes] == [None, "drop 3", "drop 5", "drop scout"]
    assert values(match, 0) == ["enough"]


# -- votes ------------------------------------------------------------------------------------------------------------
def voting() -> Match:
    position = Position().up(0, "SEN", "2").down(0, "SEN", "5 1").up(1, "SEN", "3 3")
    return position.down(0, "PRA", "P 2").down(1, "PRA", "4 5").match()


def voted(match: Match, *dealt: str) -> Match:
    """Whoever has the turn lays and draws a 4; then a vote card is turned up, and perhaps what is covered there."""
    return play(match, "down 4 AED", "influence", "draw 4", *dealt)


def test_cards_of_a_vote_turn_up_one_after_the_other_with_running_sums() -> None:
    match = voted(voting(), "vote SEN", "turn up")
    (vote,) = scene_of(match, CAESAR).votes
    far, near = vote.sides
    assert [(card.name, step) for card, step in far.cards] == [("2", 0), ("5", 1), ("1", 2)]
    assert (far.sums, near.sums, vote.last) == (((2, 0, 1), (7, 1, 2), (8, 2, 0)), ((6, 0, 0),), 3)
    assert vote.verdict == "Cleopatra wins a senator: 8 against 6."
    assert vote.losses == "Discarded: Cleopatra, a 5; you, a 3."
    assert far.told == "Cleopatra: a 1, a 2 and a 5, together 8."
    html = seen(match, CAESAR)["board"]
    assert html.index("cc-at1") < html.index("cc-at2") < html.index("cc-verdict cc-at3")


def test_the_page_shows_all_votes_since_the_readers_last_move_and_the_last_in_full() -> None:
    match = voted(voted(voting(), "vote SEN", "turn up"), "vote PRA", "turn up")
    votes = scene_of(match, CLEOPATRA).votes
    assert [vote.card for vote in votes] == [0, 1]
    assert votes[1].verdict == "You win a praetor with 2 against 9: a philosopher reverses the vote."
    assert [vote.card for vote in scene_of(match, CAESAR).votes] == [1]
    html = seen(match, CLEOPATRA)["board"]
    assert (html.count("data-once"), html.count("cc-earlier")) == (1, 1)
    assert scene_of(play(match, "down 1 AED"), CLEOPATRA).votes == []


def test_undecided_votes_orgies_and_last_patricians_are_shown() -> None:
    match = voted(Position().up(0, "CEN", "3").down(1, "CEN", "3").match(), "vote CEN", "turn up")
    (vote,) = scene_of(match, CLEOPATRA).votes
    assert vote.verdict.startswith("The vote on the censors is tied")
    assert vote.losses == ""
    votes = scene_of(voted(match, "vote orgy"), CLEOPATRA).votes
    assert [(one.card, bool(one.sides)) for one in votes] == [(3, True), (5, False)]
    assert "an orgy" in votes[1].title.lower()
    # The last patrician takes all influence with it.
    match = play(Position().won(1, "AED AED").up(0, "AED", "5 5").up(1, "AED", "1 1").match(), "down 4 SEN")
    (vote,) = scene_of(play(match, "influence", "draw 4", "vote AED"), CLEOPATRA).votes
    assert vote.losses == "Discarded: you, a 5; Caesar, a 1. All influence beside the aediles is discarded."
    # Vote cards are shown as far as they are known.
    match = Position().vote_pile("SEN QUA orgy shuffle", out="AED").exhausted("AED").match()
    scene = scene_of(match, None)
    to_come, turned_up = scene.heaps
    assert [card for card, _, _ in to_come.cards] == [0, 2, 5, 6]
    assert [card for card, _, _ in turned_up.cards] == [1, 3, 5]
    assert [column.vote for column in scene.columns] == ["to_come", "turned_up", "to_come", "turned_up", ""]


# -- what is hidden ---------------------------------------------------------------------------------------------------
def test_what_is_covered_leaves_no_trace() -> None:
    def table(hand: str, down: str, bonus: str) -> Match:
        return Position().hand(1, hand).down(1, "SEN", down).up(1, "PRA", "1").bonus("SEN", bonus).match()

    one, other = table("1 2 P coup veto", "3 4", "PRA"), table("5 5 4 spy scout", "P 1", "QUA")
    for reader in (CLEOPATRA, None):
        assert seen(one, reader) == seen(other, reader)
        far = scene_of(one, reader).columns[0].far
        assert (far.sum, [card.kind for card in far.cards]) == ("?", [None, None])


def test_what_is_known_of_covered_cards_is_shown_to_who_knows_it() -> None:
    # Own covered cards show their faces to their owner only.
    match = Position().up(0, "SEN", "2").down(0, "SEN", "P 5").match()
    own = scene_of(match, CLEOPATRA).columns[0].near
    assert [(card.kind, card.covered) for card in own.cards] == [(1, False), (5, True), (4, True)]
    assert (own.sum, own.told) == ("7", "you: a 2, a philosopher and a 5, together 7, 2 of them face down; 0 won")
    others = scene_of(match, CAESAR).columns[0].far
    assert ([card.kind for card in others.cards], others.sum) == ([1, None, None], "2 + ?")
    # What a spy saw is shown to the spy.
    match = play(Position().hand(0, "1 2 3 4 spy").hand(1, "2 5 P coup veto").match(), "play spy", "let", "look")
    assert values(match, CLEOPATRA, piece="others") == [f"snatch {card}" for card in ("2", "5", "P", "coup", "veto")]
    assert scene_of(match, CLEOPATRA).far.known == "certainly held: a 2, a 5, a philosopher, a Coup and a Veto"
    assert scene_of(match, None).far.known == ""
    play(match, "snatch P", "influence", "draw 1")
    assert [one.card.kind for one in scene_of(match, CLEOPATRA).far.hand] == [1, 4, 6, 11, None]
    # Open cards castled to one group are still known.
    match = Position().hand(0, "1 2 3 4 castling").up(0, "SEN", "2 5").match()
    play(match, "play castling", "let", "castle SEN PRA", "first 0", "first 0")
    for reader in (CAESAR, None):
        scene = scene_of(match, reader)
        side = scene.columns[1].far if reader == CAESAR else scene.columns[1].near
        assert ([(card.kind, card.covered) for card in side.cards], side.sum) == ([(1, True), (4, True)], "7")


def test_bonuses_are_their_owners_until_the_end() -> None:
    match = Position().bonus("QUA", "PRA").match()
    assert (scene_of(match, 0).near.bonus, scene_of(match, 0).far.bonus) == (2, None)
    position = Position().exhausted("SEN", "PRA", "QUA", "CEN").won(0, "AED AED").up(0, "AED", "5").bonus("QUA", "PRA")
    over = voted(position.match(), "vote AED", "turn up")
    assert over.over
    scene = scene_of(over, None)
    assert [scene.near.bonus, scene.far.bonus] == [2, 1]
    assert [scene.near.points, scene.far.points] == over.scores
    assert f"<b>{over.scores[0]} points</b>" in seen(over, None)["own"]
