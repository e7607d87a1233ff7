"""Forms of site and console: each is named in `tests/journeys/filled_forms.py` with the journey that fills it."""

import re
from pathlib import Path
from typing import Final

from tests.journeys.filled_forms import FILLED, NOT_FILLED

_FRAME: Final = re.compile(
    r"<(form|FormDialog|PageForm|EditForm|EditFrame|CorrectionDialog)\b|<Form\s+submission"
    # One that begins with nothing has nothing to fill in: it asks.
    r"|<EditDialog\b(?:(?!</EditDialog>).)*?\bstart=",
    re.DOTALL,
)
_FIELD: Final = re.compile(
    r"<(input|select|textarea|TextField|TextInput|SelectInput|RadioInput|TickInput|Checkbox|Switch|RadioChoice)\b"
)
_SAVES: Final = re.compile(r"\(\s*'(post|put|patch|delete)'|onConfirm")
_SOURCES: Final = ("admin-web/src/features", "public-web/src/features")


def faults(root: Path) -> list[str]:
    """Each form that no journey fills, each name of a form or journey that is no longer there."""
    forms = {
        path.relative_to(root).as_posix()
        for source in _SOURCES
        for path in sorted((root / source).rglob("*.tsx"))
        if not path.stem.endswith(".test") and _is_form(path.read_text(encoding="utf-8"))
    }
    named = {*FILLED, *NOT_FILLED}
    return [
        *(f"{form}: no journey fills this form, see tests/journeys/filled_forms.py" for form in sorted(forms - named)),
        *(f"tests/journeys/filled_forms.py: {form} is no form" for form in sorted(named - forms)),
        *(f"tests/journeys/filled_forms.py: {form} is named twice" for form in sorted({*FILLED} & {*NOT_FILLED})),
        *(
            f"tests/journeys/filled_forms.py: {journey} fills no form completely"
            for journey in sorted({*FILLED.values()})
            if not _fills(root, journey)
        ),
    ]


def _is_form(source: str) -> bool:
    """It holds a form, or fields beside a call that saves them."""
    return bool(_FRAME.search(source) or (_FIELD.search(source) and _SAVES.search(source)))


def _fills(root: Path, journey: str) -> bool:
    return (root / journey).is_file() and "fill_completely(" in (root / journey).read_text(encoding="utf-8")
