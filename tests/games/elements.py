"""Pages of games as tests read them: taken apart into elements, and their drawings looked through."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

Attributes = dict[str, str | None]
VOID = ("input",)
LARGEST = 25_000
"""Bytes that the drawings of a game may have."""


class Elements(HTMLParser):
    """The elements of a page: tag and attributes; and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute stands twice: {tag} {names}"
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def buttons(self, form: str, name: str = "") -> list[Attributes]:
        """The buttons of a form, or those of them by which one field is sent."""
        return [
            attributes
            for tag, attributes in self.found
            if tag == "button" and attributes.get("form") == form and name in ("", attributes["name"])
        ]

    def of(self, *tags: str) -> list[Attributes]:
        return [attributes for tag, attributes in self.found if tag in tags]


def check_page(html: str) -> Elements:
    """Names and ids stand once, nothing is styled or scripted in place, and every button has a name."""
    elements = Elements(html)
    for name in ("data-card", "id"):
        found = [attributes[name] for _, attributes in elements.found if name in attributes]
        assert len(found) == len(set(found)), f"each {name} once in the page"
    for tag, attributes in elements.found:
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes), tag
        if tag == "button":
            assert attributes.get("aria-label") or attributes.get("data-name") or attributes["class"] == "first"
    return elements


def check_drawings(look: Path, seen: set[str]) -> None:
    """Every drawing that was seen, or that styles or other drawings use, exists once, and none is there in vain."""
    root = ET.parse(look / "drawings.svg").getroot()
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert len({name.partition("-")[0] for name in ids}) == 1, "all begin alike"
    used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib} | seen
    sources = (look / "table.css").read_text(encoding="utf-8") + (look / "drawings.svg").read_text(encoding="utf-8")
    filled = set(re.findall(r"url\(#([\w-]+)\)", sources))
    assert used | filled <= set(ids)
    assert set(ids) <= used | filled, f"drawn for nobody: {set(ids) - used - filled}"
    assert not any("style" in element.attrib for element in root.iter())
    assert (look / "drawings.svg").stat().st_size < LARGEST
