"""Documents set by Typst: a template and data in, PDF/UA-1 out.

User input reaches a template as data only, never as source, so it cannot inject code. The compiler refuses what is not
accessible: a picture without alternative text, a letter without a glyph, a skipped heading level.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from services.core.paper.glyphs import FACES, printable, unprintable

_ROOT: Final = Path(__file__).parents[2]
"""Templates import `/core/paper/page.typ` from here."""
_FAMILIES: Final = frozenset({"Figtree", "Familjen Grotesk", "Noto Sans"})
_KEPT_FOR: Final = 10
"""Typst caches results until this many more documents are set, 30 MB for a long report: empty ones evict them."""
_UNKNOWN: Final = "Ein Fragezeichen kann für ein Zeichen stehen, das diese Schrift nicht hat."


def typeset(template: Path | bytes, data: Mapping[str, Any], at: datetime, *, unknown: str = _UNKNOWN) -> bytes:
    """Compile a template, given by its path or source, to a PDF; the same data and moment give the same bytes.

    Members of `data` are texts, numbers, lists and mappings of them. Letters that our fonts lack become question marks,
    which the note `unknown` at the end explains. Raises typst.TypstError if the document would not be accessible.
    Releases the GIL.
    """
    import typst  # only now: 80 MB

    replaced = unprintable("".join(_texts(data)))
    shown = _printable(data) | {"note": unknown if replaced else ""}
    content = typst.compile(
        template,
        root=_ROOT,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(shown, ensure_ascii=False)},
        pdf_standards=["ua-1"],
        timestamp=at.astimezone(UTC).replace(microsecond=0),
    )
    for _ in range(_KEPT_FOR + 1):
        typst.compile(b"", font_paths=_fonts(), ignore_system_fonts=True)
    return content


@cache
def _fonts() -> Any:
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FACES])
    if not _FAMILIES.issubset(fonts.families()):  # without a font Typst prints nothing, and says nothing
        raise FileNotFoundError(f"typefaces are missing in {FACES}")
    return fonts


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    return [text for one in value for text in _texts(one)] if isinstance(value, list | tuple) else []


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {name: _printable(one) for name, one in value.items()}
    return [_printable(one) for one in value] if isinstance(value, list | tuple) else value
