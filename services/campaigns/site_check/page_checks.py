"""Checks that a page can report visits: it needs the site's script and this installation's settings."""

import json
from dataclasses import dataclass
from html.parser import HTMLParser


@dataclass(frozen=True, slots=True)
class PageMarks:
    """`script` is the address of the site's script, None without one; `has_settings` when they can be read."""

    script: str | None
    has_settings: bool


def page_marks(page: str) -> PageMarks:
    """The marks of a page's HTML."""
    reader = _Reader()
    reader.feed(page)
    return PageMarks(reader.script, reader.has_settings)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.script: str | None = None
        self.has_settings = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        source = given.get("src") or ""
        if tag == "script" and given.get("type") == "module" and source.startswith("/"):
            self.script = self.script or source
        if tag == "meta" and given.get("name") == "voltigo-settings":
            self.has_settings = _is_object(given.get("content") or "")


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
