"""The table of 1655 – Habemus Papam in the browser: what may be chosen where, and what says why it may not; bids and
their height, what is sealed or hidden, votes, and what happened."""

import re
from itertools import product

from eminence.core.bits import size
from eminence.games.habemus_papam import notation, scoring
from eminence.games.habemus_papam.components import BID_GEMS
from eminence.games.habemus_papam.page import PAGE, Scene
from eminence.games.habemus_papam.page_parts import SIGNS
from eminence.games.habemus_papam.page_round import Turn
from eminence.games.habemus_papam.telling import FRIENDS
from tests.games.habemus_papam.tables import GAME, Position, bid, state
from tests.games.pages import looked_through, scene_of, seen, values
from tests.games.playing import curious, play
from tests.games.terminals import text


def test_bids_are_composed_and_every_other_choice_is_one_button() -> None:
    looked = looked_through(GAME)
    assert (looked.composed, looked.twice) == ({"bidding", "bid_last"}, set())
    assert looked.asked_why >= {"take", "place", "bribe", "swap"}
    # The ask bar has only what has no place on the table.
    left = {text for code, text in notation.TEXTS.items() if not PAGE.on_table(code)}
    assert left == {"refuse", "keep bribe", "no swap", "spare", "pay", "decline"}


def test_bribes_swaps_and_deaths_are_offered_on_the_medallions() -> None:
    # A bribe is offered on the medallions and those who are safe say so.
    match = Position().court(1, "Lugo Chigi Medici").court(2, "Retz").court(0, "Sforza").playing("bribe - - -")
    assert set(values(match, 0, piece="others")) == {"bribe Lugo", "bribe Retz"}
    assert set(values(match, 0, "why", "others")) == {"bribe Chigi", "bribe Medici"}
    assert not values(match, 0, piece="own")
    assert [court.needed for court in scene_of(match, 0).others] == [True, True, False]
    # A swap is two taps and the first is marked.
    match = Position().court(1, "Lugo").court(2, "Bichi").court(0, "Sforza Chigi").playing("swap - - -")
    assert len(values(match, 0)) == 4
    play(match, "swap Lugo")
    scene = scene_of(match, 0)
    assert [(person.mark, person.button) for person in scene.others[0].people] == [("first", None)]
    assert scene.others[0].needed, "the court of the first stays open"
    assert set(values(match, 0)) == {"with Bichi", "with Sforza", "with Chigi"}
    # Death comes to the oldest of each court.
    position = Position().court(1, "Lugo Retz").court(2, "Chigi Este").court(3, "Azzolini")
    match = play(position.offer("death").taking(), "take death")
    people = [person for court in scene_of(match, 0).others for person in court.people if person.button is not None]
    struck = {person.name: person.button.value for person in people if person.button.form == "answer"}
    assert struck == {"Lugo": "death 1", "Este": "death 2", "Azzolini": "death 3"}


def test_who_waits_may_ask_why_and_what_was_taken_is_gone() -> None:
    match = Position().offer("Lugo mazarin bribe").hand(1, "swap").taking()
    asking = {"take Lugo", "take mazarin", "take bribe", "take camerlengo", "place swap"}
    assert set(values(match, 1, "why")) == asking
    # What was taken is gone.
    match = play(Position().offer("Lugo mazarin bribe").taking(), "take Lugo", "take camerlengo")
    offer = scene_of(match, 2).offer
    assert (offer.people, [card.name for card in offer.others]) == ((), ["Mazarin", "Bribe"])
    assert offer.camerlengo is None


def told_of(scene: Scene, gems: str) -> str:
    """What the page says of a bid."""
    assert scene.bid is not None
    return next(answer.told for answer in scene.bid.answers if answer.choice == f"bid {gems}")


def turns(scene: Scene) -> dict[int, Turn]:
    assert scene.round is not None
    return {turn.seat: turn for turn in scene.round.turns}


def test_a_bid_is_composed_of_the_gems_one_has_and_every_bid_has_its_line() -> None:
    match = Position().gems(1, "DDRA").bidding()
    form = scene_of(match, 1).bid
    assert [face for face, _ in form.purse] == ["D", "D", "R", "A"]
    assert [answer.choice for answer in form.answers] == match.asks()[1].texts
    assert (form.limit, form.faces, form.sends, form.nothing) == (3, "D R S A", "bid {all}", "nothing")
    for gems in BID_GEMS:  # what the script puts together is a choice of the game
        faces = "".join("DRSA"[gem] for gem in sorted(gems))
        assert GAME.code(form.sends.replace("{all}", faces or form.nothing)) >= 0
    assert [size for size, _ in form.groups] == [0, 1, 2, 3]
    assert [button.value for _, buttons in form.groups for button in buttons] == match.asks()[1].texts
    html = seen(match, 1)["bar"]
    assert (html.count("<noscript>"), html.count("data-face=")) == (1, 4)
    assert len(
        re.findall(r'<li data-answer="[^"]+" data-label="[^"]+"(?: data-sure="[^"]+")? hidden>[^<]+</li>', html)
    ) == len(form.answers)


HEIGHTS = {
    "nothing": "No gems: beaten by any gem.",
    "R": "Beats a bid of nothing. Beaten by D and any two or three gems.",
    "DS": "Beats any single gem. Beaten by DD, DR and any three gems.",
    "RSA": "Beats any two gems. Beaten by 14 of the 20 three-gem bids.",
    "DDR": "Beats any two gems. Beaten by DDD.",
    "DDD": "No bid is higher.",
}


def test_the_height_of_a_bid_is_explained() -> None:
    scene = scene_of(Position().gems(0, "DDDRSA").bidding(), 0)
    assert {gems: told_of(scene, gems) for gems in HEIGHTS} == HEIGHTS
    assert scene.bid.ties == "If bids are equal, you come first: you are the Camerlengo."
    assert scene_of(Position().bidding(), 1).bid.ties == "If bids are equal, the Dean comes before you."
    assert scene_of(Position().bidding(), 2).bid.ties == "If bids are equal, the Dean and the Legate come before you."
    # A double gem allows two and says what they count.
    scene = scene_of(Position().bidding("twice - - -"), 0)
    longest = max(len(answer.choice) for answer in scene.bid.answers if "nothing" not in answer.choice)
    assert (scene.bid.limit, longest) == (2, len("bid DD"))
    assert told_of(scene, "DR").startswith("Counts as DDR.")
    assert told_of(scene, "nothing").startswith("No gem")
    # Three rubies that are known are compared with.
    for seat, gems, word in ((2, "DRR", "before"), (2, "RRR", "after"), (0, "RRR", "before")):
        scene = scene_of(Position().gems(seat, "DRRRS").bidding("- rubies - -"), seat)
        assert told_of(scene, gems).endswith(f"{word} the three rubies already played: the Legate."), (seat, gems)
    # Who bids last is told his place.
    scene = scene_of(bid(Position().bidding("- last - -"), "DDA", "-", "A", "S"), 1)
    assert told_of(scene, "nothing") == "Position 4 of 4. Ahead of you: the Dean, the Nuncio and the Protector."
    assert (told_of(scene, "S"), told_of(scene, "DDR")) == (
        "Position 2 of 4. Ahead of you: the Dean.",
        "Position 1 of 4.",
    )
    both = bid(Position().bidding("- last last -"), "A", "-", "-", "")
    assert told_of(scene_of(both, 2), "A") == "Position 2 of 3. Ahead of you: the Dean. Not yet known: the Legate."


def test_the_place_that_is_told_is_the_place_that_one_gets() -> None:
    met = 0
    for match in curious(GAME, "places"):
        ask, *others = match.asks().values() or [None]
        if others or ask is None or ask.step != "bid_last":
            continue
        scene = scene_of(match, ask.seat)
        for choice in ask:
            place = re.search(r"Position (\d) of (\d)", told_of(scene, choice.text.removeprefix("bid ")))
            assert place
            s = state(match).clone()
            s.answer(ask.seat, choice.code)
            assert [int(seat) for seat in s.ranking].index(ask.seat) == int(place[1]) - 1
            met += 1
    assert met > 50


def test_what_is_sealed_is_covered_and_opened_bids_lie_in_their_order() -> None:
    for gems in ("DDD", "A", ""):
        match = Position().bidding()
        match.choose(1, f"bid {gems or 'nothing'}")
        turn, own = (turns(scene_of(match, reader))[1] for reader in (0, 1))
        assert (turn.sealed, turn.gems, turn.word, turn.now) == (True, (), "has bid", False)
        assert [gem.letter for gem in own.gems] == [*gems]
    # A card face down and a refusal are seen and the card is not.
    for card in ("bribe", "swap"):
        match = Position().hand(0, "bribe swap").hand(1, "ten").hand(2, "ten").placing()
        match.choose(0, f"place {card}")
        match.choose(1, "refuse")
        found, own = turns(scene_of(match, 2)), turns(scene_of(match, 0))[0]
        assert (found[0].covered, found[0].card, found[0].word) == (True, None, "card played")
        assert [found[seat].word for seat in (1, 2, 3)] == ["no card", "thinking", "has none"]
        assert own.card is not None
        assert (own.covered, own.card.name.lower()) == (True, card)
    # OpenRoom bids lie in their order, with what only counts.
    match = bid(Position().offer("Lugo").bidding("twice rubies - -"), "DR", "-", "AA", "")
    scene = scene_of(match, 3)
    lying = [(turn.seat, turn.place, len(turn.gems), len(turn.ghosts)) for turn in scene.round.turns]
    assert lying == [(0, 1, 2, 1), (1, 2, 0, 3), (2, 3, 2, 0), (3, 4, 0, 0)]
    assert scene.round.turns[0].word == "takes now"
    # What lies open of a bid is not in the purse any more, though it is paid only when all have bid.
    match = bid(Position().gems(0, "DDRA").bidding("- last - -"), "DR", "-", "", "")
    assert "".join(gem.letter for gem in scene_of(match, 0).own.purse) == "DA"
    assert "20 gold · D A ·" in text(match, 0)


def test_orders_given_up_are_remembered_by_their_owner_and_screens_open_where_agreed_on() -> None:
    match = Position().set(black_now=True)._at("black_smoke")
    assert set(values(match, 0, piece="board")) == set(match.asks()[0].texts)
    for seat, ask in match.asks().items():
        match.choose(seat, ask.choices[0])
    scene = scene_of(match, 0)
    assert scene.own.dropped is not None
    assert len(scene.own.orders) == 1
    assert all(court.dropped is None and court.orders == () and court.covered == 1 for court in scene.others)
    # Screens are open where the match says so.
    for shown, reader in product((False, True), (0, None)):
        match = Position(open_screens=shown).gold(20, 17, 20, 20).gems(1, "DDR").hand(1, "swap").bidding()
        court = next(court for court in scene_of(match, reader).others if court.seat == 1)
        assert court.open == shown
        if shown:
            assert (court.gold, court.hand[0].name) == (17, "Swap")
            assert [gem.letter for gem in court.purse] == ["D", "D", "R"]
        assert scene_of(match, reader).others[0].orders == (), "orders stay covered"
        assert scene_of(match, 1).own.gold == 17


def test_votes_decks_and_the_smoke_are_those_of_the_rules_and_all_is_open_at_the_end() -> None:
    for number, match in enumerate(curious(GAME, "votes")):
        if number % 8 and not match.over:
            continue
        view, s, scene = match.view(None), state(match), scene_of(match, None)
        courts = (scene.own, *scene.others)
        for court in courts:
            seat = court.seat
            votes = sum(int(scoring.part(s, seat, part)) for part in (1, 2, 4, 5))
            assert court.votes == votes
            assert len(court.people) == size(view["court"][seat])
            arms = sum(int(scoring.arms(view["court"][seat], faction)) for faction in range(4))
            assert sum(n for _, _, n in court.arms) == arms
            if match.over:
                assert (len(court.orders), court.covered, court.gold) == (1, 0, view["gold"][seat])
        # What may still come is in nobody's court.
        still = {thing.name for thing in scene.offer.decks[0].things}
        assert still.isdisjoint(person.name for court in courts for person in court.people)
        assert scene.offer.smoke == ("none", "black", "white")[s.smoke]
        assert scene.offer.decks[0].count == size(view["cardinals"])
        if match.over:
            assert (scene.round, scene.offer.smoke_told[0]) == (None, "Habemus papam")


def test_everybody_shows_what_he_goes_with() -> None:
    assert sorted(SIGNS) == [3, 4, 5, 6, 7, 8, 9, 12, 14, 16, 22, 23, 24]
    for person, friend in FRIENDS.items():
        assert (SIGNS[person], FRIENDS[friend]) == (SIGNS[friend], person)
    match = Position().court(0, "Hessen Harrach Barberini").favours(0, "louis louis").bidding()
    assert [person.mark for person in scene_of(match, 0).own.people] == ["friend"] * 3
    assert scene_of(match, 0).own.votes == 7


def test_what_others_have_just_taken_is_marked_until_the_readers_next_answer() -> None:
    match = play(Position().offer("Lugo mazarin").court(1, "Harrach").taking(), "take Lugo", "take mazarin")

    def marked(reader: int | None) -> list[str]:
        courts = [(scene := scene_of(match, reader)).own, *scene.others]
        return sorted(one.name for court in courts for one in (*court.people, *court.favours) if one.just)

    assert [marked(reader) for reader in (0, 1, 2, None)] == [["Mazarin"], [], ["Lugo", "Mazarin"], ["Lugo", "Mazarin"]]
