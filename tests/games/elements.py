"""Pages of games as tests read them: taken apart into elements."""

from html.parser import HTMLParser

Attributes = dict[str, str | None]
VOID = ("input",)


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
        buttons = [button for button in self.of("button") if button.get("form") == form]
        return [button for button in buttons if name in ("", button["name"])]

    def of(self, *tags: str) -> list[Attributes]:
        return [attributes for tag, attributes in self.found if tag in tags]


def check_page(html: str) -> Elements:
    """Names and ids stand once, nothing is styled or scripted in place, and every button has a name."""
    elements = Elements(html)
    for name in ("data-card", "id"):
        found = [attributes[name] for _, attributes in elements.found if name in attributes]
        assert len(found) == len(set(found)), f"each {name} once in the page"
        assert all(len((one or "").split()) == 1 for one in found), f"each {name} is one word: {found}"
    for tag, attributes in elements.found:
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes), tag
        if tag == "button":
            named_by_its_words = attributes.get("class") == "first" or set(attributes) == {"form", "name", "value"}
            assert attributes.get("aria-label") or attributes.get("data-name") or named_by_its_words
    return elements
