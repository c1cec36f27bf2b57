"""Parts of the table in the browser: bids and their height, what is sealed or hidden, votes, and what happened."""

import re
from itertools import product

from eminence.core.bits import size
from eminence.core.rng import Rng
from eminence.core.texts.telling import telling
from eminence.games.habemus_papam import page, scoring
from eminence.games.habemus_papam.components import BID_GEMS, PEOPLE
from eminence.games.habemus_papam.page_parts import friend_of, signs_of
from eminence.games.habemus_papam.page_round import Turn
from tests.games.habemus_papam.tables import GAME, Position, bid, place, state
from tests.games.pages import drawn, scene_of, seen, values, whole
from tests.games.playing import curious, play


def told_of(scene: page.Scene, gems: str) -> str:
    """What the page says of a bid."""
    assert scene.bid is not None
    return next(answer.told for answer in scene.bid.answers if answer.choice == f"bid {gems}")


def turns(scene: page.Scene) -> dict[int, Turn]:
    assert scene.round is not None
    return {turn.seat: turn for turn in scene.round.turns}


# -- a bid -------------------------------------------------------------------------------------------------------------
def test_a_bid_is_composed_of_the_gems_one_has_and_every_bid_has_its_line() -> None:
    match = Position().gems(1, "DDRA").bidding()
    form = scene_of(match, 1).bid
    assert [face for face, _ in form.gems] == ["D", "D", "R", "A"]
    assert [answer.choice for answer in form.answers] == match.asks()[1].texts
    assert (form.limit, form.faces, form.sends, form.nothing) == (3, "D R S A", "bid {all}", "nothing")
    for gems in BID_GEMS:  # what the script puts together is a choice of the game
        faces = "".join("DRSA"[gem] for gem in sorted(gems))
        assert GAME.code(form.sends.replace("{all}", faces or form.nothing)) >= 0
    assert [title for title, _ in form.groups] == ["0 gems", "1 gem", "2 gems", "3 gems"]
    assert [button.value for _, buttons in form.groups for button in buttons] == match.asks()[1].texts
    html = seen(match, 1)["board"]
    assert (html.count("<noscript>"), html.count("data-face=")) == (1, 4)
    assert len(re.findall(r'<li data-answer="[^"]+" data-label="[^"]+" hidden>[^<]+</li>', html)) == len(form.answers)


def test_the_height_of_a_bid_is_explained() -> None:
    scene = scene_of(Position().gems(0, "DDDRSA").bidding(), 0)
    assert told_of(scene, "nothing") == "No gem: below every gem there is."
    assert told_of(scene, "R") == "Above whoever bids nothing; below D and any two or three gems."
    assert told_of(scene, "DS") == "Above every single gem; below DD, DR and any three gems."
    assert told_of(scene, "RSA") == "Above every bid of two gems; below 14 of the 20 bids of as many gems."
    assert told_of(scene, "DDR") == "Above every bid of two gems; below DDD."
    assert told_of(scene, "DDD") == "Nothing is higher."
    assert scene.bid.ties == "Among equal bids yours comes first: you are the Camerlengo."
    assert "these come before yours: the Dean and the Legate" in scene_of(Position().bidding(), 2).bid.ties
    # A double gem allows two and says what they count.
    form = scene_of(Position().bidding("twice - - -"), 0).bid
    assert form.limit == 2
    assert max(len(answer.choice) for answer in form.answers if "nothing" not in answer.choice) == len("bid DD")
    assert told_of(scene_of(Position().bidding("twice - - -"), 0), "DR").startswith("Counts as DDR.")
    assert told_of(scene_of(Position().bidding("twice - - -"), 0), "nothing").startswith("No gem")
    # Three rubies that are known are compared with.
    scene = scene_of(Position().gems(2, "DRRRS").bidding("- rubies - -"), 2)
    assert told_of(scene, "DRR").endswith("before the three rubies that are known: the Legate.")
    assert told_of(scene, "RRR").endswith("after the three rubies that are known: the Legate.")
    assert told_of(scene_of(Position().gems(0, "RRR").bidding("- rubies - -"), 0), "RRR").endswith(
        "before the three rubies that are known: the Legate."
    )
    # Who bids last is told his place.
    match = bid(Position().bidding("- last - -"), "DDA", "-", "A", "S")
    scene = scene_of(match, 1)
    assert told_of(scene, "nothing") == "Place 4 of 4. Before you: the Dean, the Nuncio and the Protector."
    assert (told_of(scene, "S"), told_of(scene, "DDR")) == ("Place 2 of 4. Before you: the Dean.", "Place 1 of 4.")
    both = bid(Position().bidding("- last last -"), "A", "-", "-", "")
    assert told_of(scene_of(both, 2), "A") == "Place 2 of 3. Before you: the Dean. Not yet known: the Legate."


def test_the_place_that_is_told_is_the_place_that_one_gets() -> None:
    met = 0
    for match in curious(GAME, "places"):
        asks = match.asks()
        if len(asks) != 1 or next(iter(asks.values())).step != "bid_last":
            continue
        (ask,) = asks.values()
        scene = scene_of(match, ask.seat)
        for choice in ask:
            told = told_of(scene, choice.text.removeprefix("bid "))
            place = re.search(r"Place (\d) of (\d)", told)
            assert place
            s = state(match).clone()
            s.answer(ask.seat, choice.code)
            assert [int(seat) for seat in s.ranking].index(ask.seat) == int(place[1]) - 1
            met += 1
    assert met > 50


# -- what is sealed, and what is opened --------------------------------------------------------------------------------
def test_what_is_sealed_is_a_closed_hand_or_a_card_face_down() -> None:
    # A sealed bid is a closed hand whatever is in it.
    pages = []
    for gems in ("DDD", "A", ""):
        match = Position().bidding()
        match.choose(1, f"bid {gems or 'nothing'}")
        pages.append([whole(match, reader) for reader in (0, 2, 3, None)])
        turn = turns(scene_of(match, 0))[1]
        assert (turn.sealed, turn.gems, turn.word, turn.now) == (True, (), "has bid", False)
        own = turns(scene_of(match, 1))[1]
        assert [gem.letter for gem in own.gems] == [*gems]
    assert pages[0] == pages[1] == pages[2]
    # A card face down and a refusal are seen and the card is not.
    pages = []
    for card in ("bribe", "swap"):
        match = Position().hand(0, "bribe swap").hand(1, "ten").hand(2, "ten").placing()
        match.choose(0, f"place {card}")
        match.choose(1, "refuse")
        scene = scene_of(match, 2)
        found = turns(scene)
        assert (found[0].covered, found[0].card, found[0].word) == (True, None, "card placed")
        assert [found[seat].word for seat in (1, 2, 3)] == ["no card", "thinking", "has none"]
        own = turns(scene_of(match, 0))[0]
        assert own.covered
        assert own.card is not None
        assert own.card.name.lower() == card
        pages.append([whole(match, reader) for reader in (1, 2, 3, None)])
    assert pages[0] == pages[1]


def test_opened_bids_lie_in_their_order_with_what_only_counts() -> None:
    match = bid(Position().offer("Lugo").bidding("twice rubies - -"), "DR", "-", "AA", "")
    scene = scene_of(match, 3)
    found = [(turn.seat, turn.place, len(turn.gems), len(turn.ghosts)) for turn in scene.round.turns]
    assert found == [(0, 1, 2, 1), (1, 2, 0, 3), (2, 3, 2, 0), (3, 4, 0, 0)]
    assert scene.round.turns[0].word == "takes now"


def test_an_order_given_up_is_chosen_of_two_cards_and_remembered_by_its_owner_only() -> None:
    match = Position().set(black_now=True)._at("black_smoke")
    assert set(values(match, 0, piece="board")) == set(match.asks()[0].texts)
    for seat, ask in match.asks().items():
        match.choose(seat, ask.choices[0])
    scene = scene_of(match, 0)
    assert scene.own.dropped is not None
    assert len(scene.own.orders) == 1
    assert all(court.dropped is None and court.orders == () and court.covered == 1 for court in scene.others)


# -- what is hidden ----------------------------------------------------------------------------------------------------
def test_two_worlds_with_the_same_view_have_the_same_page_and_memory_stays_off_it() -> None:
    """Others' gold, gems and hands can be worked out, and are in the View; the page shows them on open screens only."""
    shown = Position().court(1, "Lugo").hand(0, "ten").offer("Sforza").gold(20, 20, 20, 20)
    other = Position().court(1, "Lugo").hand(0, "ten").offer("Sforza").gold(20, 3, 41, 7).gems(1, "D").gems(2, "RRSA")
    pages = []
    for position in (shown, other):
        match = position.placing()
        html = whole(match, 0)
        pages.append(re.sub(r'<p class="hp-bank">.*?</p>', "", html, flags=re.S))  # the bank is open to all
    assert pages[0] == pages[1]


def test_screens_are_open_where_the_match_says_so() -> None:
    for shown, reader in product((False, True), (0, None)):
        match = Position(open_screens=shown).gold(20, 17, 20, 20).gems(1, "DDR").hand(1, "swap").bidding()
        screen = next(court for court in scene_of(match, reader).others if court.seat == 1).screen
        assert (screen is not None) == shown
        if screen is not None:
            assert (screen.gold, screen.hand[0].name) == (17, "Swap")
            assert [gem.letter for gem in screen.gems] == ["D", "D", "R"]
        assert scene_of(match, reader).others[0].orders == (), "orders stay covered"
        assert scene_of(match, 1).own.screen.gold == 17


def test_imagined_worlds_look_alike() -> None:
    """All that the reader cannot know is the others' orders: however they are, his page is the same."""
    match = Position().court(1, "Lugo").offer("Sforza").taking(0, 1, 2, 3)
    worlds = GAME.worlds(match.view(0))
    pages = set()
    for seed in range(5):
        world = worlds.sample(Rng(seed))
        view = GAME.view(world, match.options, 0)
        scene = page.scene(view, match.asks()[0], telling(GAME, "en", 0), ())
        pages.add("".join(drawn(GAME, scene).values()))
    assert len(pages) == 1


# -- courts, votes, decks, smoke ---------------------------------------------------------------------------------------
def test_the_votes_that_all_can_count_are_those_of_the_rules() -> None:
    for number, match in enumerate(curious(GAME, "votes")):
        if number % 8:
            continue
        view, s = match.view(None), state(match)
        scene = scene_of(match, None)
        for court in (scene.own, *scene.others):
            seat = court.seat
            votes = sum(int(scoring.part(s, seat, part)) for part in (1, 2, 4, 5))
            assert court.votes == ("1 vote" if votes == 1 else f"{votes} votes")
            assert len(court.people) == size(view["court"][seat])
            arms = sum(int(scoring.arms(view["court"][seat], faction)) for faction in range(4))
            assert sum(n for _, _, n, _ in court.arms) == arms


def test_everybody_shows_what_he_goes_with() -> None:
    assert [person for person in range(PEOPLE) if signs_of(person)] == [3, 4, 5, 6, 7, 8, 9, 12, 14, 16, 22, 23, 24]
    for person in range(PEOPLE):
        if friend_of(person) >= 0:
            assert (signs_of(person), friend_of(friend_of(person))) == (signs_of(friend_of(person)), person)
    match = Position().court(0, "Hessen Harrach Barberini").favours(0, "louis louis").bidding()
    assert [person.mark for person in scene_of(match, 0).own.people] == ["friend"] * 3
    assert scene_of(match, 0).own.votes == "7 votes"


def test_the_decks_say_what_may_still_come_and_the_smoke_what_it_means() -> None:
    for number, match in enumerate(curious(GAME, "decks")):
        if number % 8 and not match.over:
            continue
        view, scene = match.view(None), scene_of(match, None)
        assert scene.smoke.kind == ("none", "black", "white")[view["smoke"]]
        assert scene.decks[0].count == size(view["cardinals"])
        assert {thing.name for thing, _ in scene.decks[0].things}.isdisjoint(
            person.name for court in (scene.own, *scene.others) for person in court.people
        )
    assert scene.smoke.title == "Habemus papam"


def test_at_the_end_orders_and_screens_are_open_and_the_ledgers_lines_add_up() -> None:
    for match in (match for match in curious(GAME, "end") if match.over):
        scene = scene_of(match, None)
        for court in (scene.own, *scene.others):
            assert (len(court.orders), court.covered) == (1, 0)
            assert court.screen.gold == match.view(None)["gold"][court.seat]
        assert (scene.round, scene.lately) == (None, None)
        lines = match.count()
        assert [line.part for line in lines] == ["order", "people", "louis", "gold", "pairs", "squadrone"]
        for seat, points in enumerate(match.scores):
            assert sum(line.tallies[seat].points for line in lines) == points


# -- what happened -----------------------------------------------------------------------------------------------------
def test_thefts_and_takings_are_told_to_whom_they_concern() -> None:
    # Thefts are told one after the other and what hurts the reader is marked.
    match = place(Position().hand(0, "twice").hand(1, "ten").gold(20, 20, 2, 0).placing(), "twice", "ten", "-", "-")
    lately = scene_of(match, 2).lately
    assert [(line.drawing, line.hurts) for line in lately.lines] == [
        ("back", False), ("coin", False), ("coin", True), ("coin", False), ("a0", False),
    ]  # fmt: skip
    assert lately.lines[2].text == "The Dean takes 2 gold from you."
    bid(match, "A", "A", "A", "A")
    assert scene_of(match, 2).lately is None, "he has decided something, and begins anew"
    # What the reader did himself is not told him.
    match = play(Position().offer("Lugo mazarin").taking(0, 1, 2, 3), "take Lugo", "take mazarin")
    mine, others = scene_of(match, 0).lately, scene_of(match, 2).lately
    assert [line.drawing for line in mine.lines] == ["q0"]
    assert [line.drawing for line in others.lines] == ["cap", "q0"]
