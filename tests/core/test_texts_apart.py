"""Texts that stand apart, in files of their own beside those of the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from eminence.core.texts import MissingText, Texts


def package(folder: Path, name: str, **written: str) -> str:
    """A package with files of texts."""
    texts = folder / name / "texts"
    texts.mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    for file, text in written.items():
        (texts / f"{file.replace('_', '.')}.toml").write_text(text, encoding="utf-8")
    return name


def test_they_are_read_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = package(
        tmp_path,
        "told_apart",
        en="[card]\ntitle = 'Card'",
        cards_en="[card.name]\nqueen = 'Queen'",
        plants_en="[plant]\noak = 'oak'",
        cards_fr="[card.name]\nqueen = 'Reine'",
    )
    assert set(Texts("en", name)) == {"card.title", "card.name.queen", "plant.oak"}


def test_a_text_stands_in_one_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = package(tmp_path, "told_twice", en="[card]\ntitle = 'Card'", cards_en="[card]\ntitle = 'A card'")
    with pytest.raises(MissingText, match=r"'card\.title' in .*cards\.en\.toml stands in another file too"):
        Texts("en", name)
