"""What a finished page says in its HTML, read without a browser."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class PageText:
    """Links, ids, structured data and words of one page."""

    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)
    structured: list[dict[str, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """What a person reads, piece by piece, the descriptions of drawings among it."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = PageText()
        self._in_json = False
        self._in_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.page.ids.append(given["id"])
        if tag == "a":
            self.page.links.append(given.get("href", ""))
        elif "src" in given:
            self.page.assets.append(given["src"])
        if tag in ("source", "img") and "srcset" in given:
            self.page.assets += [entry.split()[0] for entry in given["srcset"].split(",")]
        self.page.texts += [given[name] for name in ("aria-label", "alt", "content") if given.get(name)]
        self._in_code = tag in ("script", "style")
        self._in_json = tag == "script" and given.get("type") == "application/ld+json"

    def handle_data(self, data: str) -> None:
        if self._in_json:
            self.page.structured.append(json.loads(data))
            self._in_json = False
        if not self._in_code:
            self.page.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in_code = self._in_code and tag not in ("script", "style")


def read_page(html: str) -> PageText:
    """Read a whole page."""
    reader = _Reader()
    reader.feed(html)
    return reader.page
