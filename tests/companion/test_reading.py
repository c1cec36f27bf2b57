"""Codes in pictures, read by the server; and the sheet on which they are printed."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import pytest

from eminence.companion import codes, reading, sheet
from tests.companion.pictures import HEIGHT, SIGHTS, WIDTH, Sight, seen, sent
from tests.thorough import THOROUGH

WORDS = [("Glue it (here)", "Type:"), ("Collez-le sous l'œil – là", "Tapez :"), ("c", "d"), ("e", "f")]


@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.name)
def test_every_chest_is_read_however_it_is_held(sight: Sight) -> None:
    chance = random.Random(7)
    for chest in range(4):
        code = codes.fresh(chest, 4, chance.randrange)
        assert set(reading.codes_in(sent(seen(code, sight, chance)))) == {codes.PREFIX + code}


def test_any_turn_is_read() -> None:
    chance = random.Random(9)
    for turned in range(0, 360, 5 if THOROUGH else 45):
        code = codes.fresh(turned % 4, 4, chance.randrange)
        assert set(reading.codes_in(sent(seen(code, Sight("", turned=turned), chance)))) == {codes.PREFIX + code}


def test_where_there_is_none_none_is_read() -> None:
    chance = random.Random(3)
    assert reading.codes_in(sent(bytearray(chance.randbytes(WIDTH * HEIGHT)))) == []
    assert reading.codes_in(sent(seen("48213", Sight("too far", side=26), chance))) == []
    assert reading.codes_in(sent(seen("", Sight("another's"), chance, text="https://example.org/box/3"))) == [
        "https://example.org/box/3"
    ]


def test_what_is_no_picture_is_refused() -> None:
    for bad in (b"", b"\0\1\0", b"\0\0\0\5", b"\0\2\0\2abc", b"\0\2\0\2abcde", b"\xff\xff\xff\xff" + b"x" * 100):
        with pytest.raises(reading.BadPicture):
            reading.codes_in(bad)


def test_without_the_reader_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "CAN_READ", False)
    assert reading.codes_in(sent(seen("48213", SIGHTS[0], random.Random(1)))) == []


def test_a_sheet_has_new_codes_for_every_chest_and_says_the_same_in_every_form() -> None:
    labels = sheet.draw(4, random.Random(4).randrange)
    assert sheet.draw(4, random.Random(5).randrange) != labels
    for chest, label in enumerate(labels):
        assert len(set(label.codes)) == sheet.TO_TYPE
        assert {codes.chest_of(code, 4) for code in label.codes} == {chest}
    named = ",".join(code for label in labels for code in label.codes)
    assert sheet.named(4, named, random.Random(0).randrange) == labels
    assert sheet.named(4, "", random.Random(4).randrange) == labels
    for wrong in ("1", named[:-1] + "x", named + ",00000", ",".join(reversed(named.split(",")))):
        with pytest.raises(ValueError, match="codes"):
            sheet.named(4, wrong, random.Random(0).randrange)


def _drawn(rectangles: list[tuple[float, float, float, float]], side: float) -> bytes:
    """What a camera sees of rectangles on a white page."""
    scale, white = 4.0, 255
    width, height = int(210 * scale), int(297 * scale)
    page = bytearray([white]) * (width * height)
    for left, top, w, h in rectangles:
        if w > side or h > side:
            continue  # the line along which to cut
        for y in range(round(top * scale), round((top + h) * scale)):
            start, end = y * width + round(left * scale), y * width + round((left + w) * scale)
            page[start:end] = bytes(end - start)
    return width.to_bytes(2) + height.to_bytes(2) + bytes(page)


def test_the_svg_can_be_read_by_a_camera_and_has_all_words() -> None:
    labels = sheet.draw(4, random.Random(8).randrange)
    root = ET.fromstring(sheet.svg("Codes <for> chests", labels, WORDS))
    said = " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert all(code in said for label in labels for code in label.codes)
    assert "Codes <for> chests" in said
    found = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for x, y, w, h in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h", path.get("d", "")):
            found.append((float(x), float(y), float(w), float(h)))
    assert set(reading.codes_in(_drawn(found, 60))) == {label.text for label in labels}


def test_the_pdf_is_whole_can_be_read_by_a_camera_and_has_all_words() -> None:
    labels = sheet.draw(4, random.Random(9).randrange)
    pdf = sheet.pdf("Codes (for) chests", labels, WORDS)
    assert pdf.startswith(b"%PDF-1.4\n")
    assert pdf.endswith(b"%%EOF\n")
    table = int(pdf.rpartition(b"startxref\n")[2].split()[0])
    assert pdf[table:].startswith(b"xref\n0 6\n")
    for number, start in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), 1):
        assert pdf[int(start) :].startswith(b"%d 0 obj" % number)
    (length,) = map(int, re.findall(rb"/Length (\d+)", pdf))
    content = pdf.partition(b"stream\n")[2]
    assert content[length:].startswith(b"endstream")
    for code in (code for label in labels for code in label.codes):
        assert code.encode() in content
    assert rb"Codes \(for\) chests" in content
    assert "l'œil – là".encode("cp1252") in content
    found = []
    for x, y, w, h in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", content):
        found.append(tuple(float(one) / sheet.MM for one in (x, y, w, h)))
    rectangles = [(x, 297 - y - h, w, h) for x, y, w, h in found]
    assert set(reading.codes_in(_drawn(rectangles, 60))) == {label.text for label in labels}
