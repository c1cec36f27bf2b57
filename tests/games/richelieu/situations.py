"""What is worth looking at in Richelieu. Whoever has the first seat is asked, if anybody is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.match import Match
from tests.games.playing import play
from tests.games.richelieu.refused import FORBIDDEN, UNKNOWN, near_the_end
from tests.games.richelieu.tables import deal, finish, position
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "UNKNOWN", "near_the_end"]


def crowded(*moves: str) -> Match:
    """Four players in the middle of a game, with markers and discs everywhere, and pairs at the ends of the rows."""
    rows = {
        "1.1": "BOUs BREs CHA2a CHA2b NORs LANs PROs ANJs BBNs AUVs BOU2a",
        "2.2": "BREc BOUc NOR2a LAN2a PRO2a BBN2a AUV2a ANJc BBNc AUVc",
        "3.1": "NORc NOR1 LANc LANt PROc PROt ANJt ANJ2a",
        "4.4": "BOUt BOU1 BREt CHAc CHAt",
    }
    marks = {0: "2.4 3.6", 1: "2.2 4.6", 2: "1.11 3.1 2.7", 3: "3.8"}
    held = {0: "sword CHA", 1: "back", 2: "BOU BRE", 3: "tower"}
    face_down = {"1.5": "NOR", "1.8": "cross", "2.4": "back", "2.9": "AUV"}
    return play(position(rows, seats=4, marks=marks, lost={1: 1, 3: 1}, held=held, face_down=face_down), *moves)


def barred() -> Match:
    """Both ends of the only row are under others' markers, and who is asked has none left to pay with."""
    return position({"2.3": "BOU2a BRE2a CHA2a NOR2a"}, marks={1: "2.3 2.6"}, lost={0: 3}, held={0: "back"})


def three_placed(*moves: str) -> Match:
    """All three markers of who is asked lie on the table: one of them may be moved."""
    rows = {"1.3": "BOU2a BRE2a CHA2a NOR2a", "3.1": "LAN2a PRO2a"}
    return play(position(rows, marks={0: "1.4 1.6 3.1"}, seats=3), "take 1L", *moves)


POSITIONS: Final[Mapping[str, Situation]] = {
    "opening": Situation(deal, ("take 1L", "mark 2.4")),
    "crowded": Situation(crowded, ("take 1L", "take 4L", "no marker")),
    "paying": Situation(lambda: crowded("take 2L"), ("pay 3.6", "mark 1.4")),
    "paying from the hand": Situation(lambda: crowded("take 3R"), ("pay hand", "no marker")),
    "second card": Situation(lambda: crowded("take 1L"), ("take 4L", "mark 4.5")),
    "marker": Situation(lambda: crowded("take 1L", "take 4L"), ("mark 1.5",)),
    "moving a marker": Situation(three_placed, ("lift 1.6", "mark 1.5")),
    "setting down": Situation(lambda: three_placed("lift 3.1"), ("mark 3.2",)),
    "sitting out": Situation(barred, ("sit out",)),
    "regaining": Situation(barred, ("regain", "take 2R")),
    "the last card": Situation(lambda: position({"3.5": "AUV2a"}), ("take 3L",)),
    "over": Situation(lambda: finish(crowded())),
}
