"""Every figure and every word of promise on the finished pages has a row in `public-web/claims.toml`.

The pages are read as the build wrote them, in every state of the park; what a browser fills in later, `test_told_money`
reads in the sources. A review is overdue once the last commit is of a later day, so that a user's calendar turns no
test red.
"""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any, Final

import pytest

from services.core.http.static_files import PUBLIC_SITE
from tests.fixtures.servers import ROOT
from tests.journeys.html import read_page

LEDGER: Final = tomllib.loads((ROOT / "public-web/claims.toml").read_text(encoding="utf-8"))
CLAIMS: Final[list[dict[str, Any]]] = LEDGER["claim"]
ROWS: Final[list[dict[str, Any]]] = [*CLAIMS, *LEDGER["none"]]
FOLDERS: Final = (ROOT / "services/offer", ROOT / "tests/golden")

SPELLED: Final = "eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreißig|hundertachtzig"
TIME: Final = "Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr"
PROMISES: Final = (
    r"\w*garant\w*", r"mindestens", r"immer", r"nie(?:mals)?", r"stets", r"sicher(?:e[mnrs]?|heit)?", r"abgesichert",
    r"kostenlos\w*", r"unverbindlich\w*", r"jederzeit", r"sofort", r"steuerfrei\w*", r"zugesagt|zusagen|Zusagen?",
    r"sagen wir (?:nicht )?zu", r"verspr[eio]ch\w*", r"schulde[nt]", r"bis zu(?= \d)", r"alle Zahlungen",
    r"keine Kosten", r"kostet (?:Sie )?(?:das )?nichts", r"bindet (?:Sie |auch Erben )?nichts?",
    r"ohne (?:Bindung|Grund|Risiko)",
    r"Finanzprodukt", r"antwortet ein Mensch", r"vollständig", r"Nutzungsrechte?", r"Rückkauf\w*",
    # In English.
    r"guarante\w*", r"at least", r"always", r"never", r"free of charge", r"tax-free", r"at any time", r"binds",
    r"promise\w*", r"right of use",
)  # fmt: skip
CLAIM: Final = re.compile(
    rf"\d(?:[\d.,]*\d)?|\b(?:{SPELLED}) (?:\w+ )?(?:{TIME})(?:e|en|n)?\b|\b(?:{'|'.join(PROMISES)})\b",
    re.IGNORECASE,
)
"""What a row must cover: a figure, a time in words, a word of promise."""
NUMBER: Final = re.compile(r"\d(?:[\d.,]*\d)?")
SWAPPED: Final = str.maketrans(",.", ".,")
"""From English to German numbers and back."""


@cache
def values_at(path: str) -> frozenset[str]:
    """All numbers below a place of a JSON file, as German and English texts write them."""
    name, *keys = path.split(".")
    file = next(found for folder in FOLDERS if (found := folder / f"{name}.json").is_file())
    places: list[Any] = [json.loads(file.read_text(encoding="utf-8"))]
    for key in keys:
        places = [one for place in places for one in (place if isinstance(place, list) else [place])]
        places = [place[key] for place in places if key in place]
    assert places, f"nothing at {path}"
    return frozenset(text for place in places for text in _numbers(place, keys[-1] if keys else ""))


def _numbers(place: Any, key: str) -> Iterator[str]:
    if isinstance(place, Mapping):
        for name, value in place.items():
            yield from _numbers(value, name)
    elif isinstance(place, Sequence) and not isinstance(place, str):
        for value in place:
            yield from _numbers(value, key)
    elif isinstance(place, int | float) and not isinstance(place, bool):
        yield from _written(place / 10 if key.endswith("tenth_ct") else place)
    elif isinstance(place, str) and re.fullmatch(r"\d+\.\d+", place):
        yield from _written(float(place), len(place.partition(".")[2]))
    elif isinstance(place, str):
        yield from (way for told in NUMBER.findall(place) for way in (told, told.translate(SWAPPED)))


def _written(value: float, decimals: int = 0) -> Iterator[str]:
    shortest = f"{value:,.{decimals}f}" if value % 1 == 0 or decimals else f"{value:,}"
    for english in {shortest, shortest.removesuffix(f".{'0' * decimals}")}:
        yield english
        yield english.translate(SWAPPED)


@cache
def pattern_of(words: str, paths: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of a row, with the values of its source where it has `#`."""
    values = {value for path in paths for value in values_at(path)}
    one_of = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
    return re.compile(words.replace("#", rf"(?<![\d.,])(?:{one_of})(?!\d|[.,]\d)"))


def plain(html: str) -> str:
    """What a person reads of a page: title, description and body. What the server fills in has its own sources."""
    head = re.findall(r'<title>(.*?)</title>|<meta name="description" content="(.*?)"', html)
    texts = [*("".join(one) for one in head), *read_page(html[html.index("<body") :]).texts]
    text = re.sub(r"__VOLTIGO_[A-Z_]+__", "⟨⟩", re.sub(r"[\u00ad\u200b]", "", " ".join(texts)))
    return " ".join(text.split())


def uncovered(path: str, text: str, used: set[int]) -> list[str]:
    """The claims of a text without a row; the rows that cover the others are added to `used`."""
    covered: list[tuple[int, int, int]] = []
    for at, row in enumerate(ROWS):
        if path in row.get("pages", [path]):
            pattern = pattern_of(row["words"], tuple(row.get("is", ())))
            covered += [(found.start(), found.end(), at) for found in pattern.finditer(text)]
    missing = []
    for claim in CLAIM.finditer(text):
        by = {at for start, end, at in covered if start <= claim.start() and claim.end() <= end}
        used |= by
        if not by:
            before = text[max(0, claim.start() - 60) : claim.start()]
            missing.append(f"{before}⟦{claim[0]}⟧{text[claim.end() :][:40]}")
    return missing


PAGES: Final = json.loads((PUBLIC_SITE.parent / "pages.json").read_text(encoding="utf-8"))


def test_every_figure_and_promise_of_every_page_has_a_row_and_every_row_is_needed() -> None:
    used: set[int] = set()
    missing: dict[str, str] = {}
    for page in PAGES:
        text = plain((PUBLIC_SITE / page["file"]).read_text(encoding="utf-8"))
        missing |= dict.fromkeys(uncovered(page["path"], text, used), page["file"])
    assert missing == {}
    assert [row["words"] for at, row in enumerate(ROWS) if at not in used] == []


@pytest.mark.parametrize(
    "told",
    [
        "Sie sparen garantiert 120 € im Jahr.",
        "Das Paket kostet 1.298 €.",
        "Nach 12,9 Jahren ist alles gedeckt.",
        "mindestens 6 Cent je Kilowattstunde, 25 Jahre lang",
        "Sie können immer kündigen.",
        "in 11 Tagen zurück",
        "binnen drei Wochen",
        "31 % günstiger",
        "für 650 Haushalte",
        "sicher angelegt",
        "We guarantee the credit.",
    ],
)
def test_what_no_row_knows_is_found(told: str) -> None:
    assert uncovered("/", told, set()) != []


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row["claim"])
def test_each_claim_has_a_source_that_is_there(row: dict[str, Any]) -> None:
    assert row.keys() <= {"claim", "words", "pages", "is", "terms", "law", "kept_by", "counsel", "checked", "review"}
    assert row.keys() & {"is", "terms", "law", "kept_by"}, "where the claim is from"
    assert ("#" in row["words"]) == ("is" in row)
    assert all(values_at(path) for path in row.get("is", ()))
    assert re.match("§|Art\\.", row.get("law", "§"))
    terms = plain((PUBLIC_SITE / "agb.html").read_text(encoding="utf-8"))
    assert [number for number in row.get("terms", ()) if terms.count(f" {number}. ") < 2] == [], "heading and contents"
    file, _, name = row.get("kept_by", "").partition("::")
    assert not file or (name and name in (ROOT / file).read_text(encoding="utf-8"))
    assert row["checked"] < row["review"]


def test_no_review_is_overdue() -> None:
    built = subprocess.run(["git", "log", "-1", "--format=%cs"], cwd=ROOT, capture_output=True, text=True, check=False)
    day = date.fromisoformat(built.stdout.strip() or max(str(row["checked"]) for row in CLAIMS))
    assert [row["claim"] for row in CLAIMS if row["review"] < day] == []
    assert all(row["why"] for row in LEDGER["none"])
