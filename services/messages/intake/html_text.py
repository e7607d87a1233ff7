"""The text of an HTML mail. Nothing is fetched or executed: images are dropped, links show their real targets."""

import re
from html.parser import HTMLParser
from typing import Final

_HIDDEN: Final = frozenset({"head", "script", "style", "title", "template", "noscript", "object", "svg"})
_BLOCKS: Final = frozenset(
    {"address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "fieldset", "footer", "form", "h1", "h2"}
    | {"h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
_SHOWN_SCHEMES: Final = ("http://", "https://", "mailto:")
_DEEPEST: Final = 20
_BLANK_LINES: Final = re.compile(r"\n[ \t]*(?:>[> ]*)?\n(?:[> \t]*\n)+")


def text_of_html(html: str) -> str:
    """Its lines of text; quotations begin with `> `."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = [""]
        self._hidden: list[str] = []
        self._quotes = 0
        self._link: tuple[str, int, int] | None = None
        """Its address, and where its text began: line and character."""

    def text(self) -> str:
        text = "\n".join(line.rstrip() for line in self._lines)
        return _BLANK_LINES.sub("\n\n", text).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start a line, a quotation, a link, or skipped content."""
        if tag in _HIDDEN:
            self._hidden.append(tag)
        elif tag == "br" or tag in _BLOCKS:
            self._break(is_forced=tag in ("br", "p"))
        if tag == "blockquote":
            self._quotes = min(self._quotes + 1, _DEEPEST)
            self._lines[-1] = self._margin
        elif tag == "a":
            self._end_link()
            address = (dict(attrs).get("href") or "").strip()
            if address.lower().startswith(_SHOWN_SCHEMES):
                self._link = address, len(self._lines), len(self._lines[-1])
        elif tag in ("td", "th") and self._lines[-1].strip("> "):
            self._lines[-1] += " "

    def handle_endtag(self, tag: str) -> None:
        """End what the start tag began; stray end tags are common."""
        if tag in _HIDDEN:
            if tag in self._hidden:
                del self._hidden[self._hidden.index(tag) :]
            return
        if tag == "a":
            self._end_link()
        if tag == "blockquote":
            self._quotes = max(self._quotes - 1, 0)
        if tag in _BLOCKS:
            self._break(is_forced=tag == "p")

    def handle_data(self, data: str) -> None:
        """Text, with whitespace collapsed as in a browser."""
        if self._hidden:
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", data)
        is_empty = not self._lines[-1].strip("> ")
        self._lines[-1] += text.lstrip(" ") if is_empty or self._lines[-1].endswith(" ") else text

    @property
    def _margin(self) -> str:
        return "> " * self._quotes

    def _break(self, *, is_forced: bool) -> None:
        """A new line, unless there is an empty one already."""
        if is_forced or self._lines[-1].strip("> "):
            self._lines.append("")
        self._lines[-1] = self._margin

    def _end_link(self) -> None:
        if self._link is None:
            return
        address, line, character = self._link
        self._link = None
        beginning = self._lines[line - 1][character:] if line <= len(self._lines) else ""
        shown = " ".join([beginning, *self._lines[line:]]).strip("> ")
        bare = address.removeprefix("mailto:").rstrip("/")
        if shown.removeprefix("https://").removeprefix("http://").rstrip("/") not in (bare, bare.split("://")[-1]):
            self._lines[-1] = f"{self._lines[-1].rstrip(' ')} ({address}) "
