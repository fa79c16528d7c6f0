"""A page of HTML taken apart, as far as tests need it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

_VOID = {"meta", "input", "br", "link", "img"}


class Element(NamedTuple):
    """An element: its tag, its attributes, and the text in it."""

    tag: str
    attributes: dict[str, str | None]
    text: list[str]


class Page(HTMLParser):
    """A page, whose elements have to be closed in the order in which they were opened."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), attrs
        element = Element(tag, dict(attrs), [])
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag, tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    def texts(self, *tags: str) -> list[str]:
        return [" ".join("".join(element.text).split()) for element in self.all(*tags)]
