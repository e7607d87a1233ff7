"""Formatting helpers for figures and names in German sentences. Figures are the integers of a report."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from analytics.reporting import TableResult
from services.core.german import number
from services.core.money import format_eur
from services.reports.labels import WORDS

_NAMES: Final = {
    "referral": "Empfehlungen",
    "direct": "direkte Aufrufe",
    "campaign": "Kampagnen",
    "referrer": "andere Seiten",
}
MONTHS: Final = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
STEPS: Final = WORDS["step"]
"""German labels of the funnel's steps."""


def is_cut(table: TableResult) -> bool:
    """Whether only the first rows are available: then no sentence may describe all of them."""
    return table.total_rows > len(table.values)


def cut(table: TableResult) -> str:
    """The sentence for a table of which only the first rows are shown."""
    return f"Gezeigt sind die ersten {number(len(table.values))} von {number(table.total_rows)} Zeilen."


def counted(amount: int, one: str, many: str) -> str:
    """ "ein Besucher" as it is given, else "1.204 Besucher"; none is "keine Besucher"."""
    if amount == 1:
        return one
    return f"{number(amount) if amount else 'keine'} {many}"


def percent(share_ppm: int) -> str:
    """3,4 % for 34_000 millionths; 12 % without decimals if there are none."""
    return f"{_rounded(share_ppm, 10_000)} %"


def pieces(ppm: int) -> str:
    """12,4 for 12_350_000 millionths of a piece."""
    return _rounded(ppm, 1_000_000)


def euros(cents: int) -> str:
    """12,50 €; 1.200 € without cents where there are none."""
    return format_eur(cents, short=cents % 100 == 0)


def bound(reservations: int, contracted: int, contracted_kwh: int) -> str:
    """How much of some reservations is bound: one without a contract binds nobody."""
    if contracted == reservations:
        return "alles mit Vertrag"
    if not contracted:
        return "noch ohne jeden Vertrag und deshalb unverbindlich"
    have = "eine" if contracted == 1 else number(contracted)
    return f"davon {have} mit Vertrag über {number(contracted_kwh)}\u00a0kWh; die übrigen sind unverbindlich"


def change(now: int, before: int | None) -> str:
    """ ", 12 % mehr als davor"; empty if the previous value is unknown, or both are zero."""
    if before is None or now == before == 0:
        return ""
    if now == before:
        return ", so viele wie davor"
    if not now or not before:
        return f", davor {number(before) if before else 'keine'}"
    more = "mehr" if now > before else "weniger"
    return f", {percent(abs(now - before) * 1_000_000 // before)} {more} als davor"


def tied(amounts: Iterable[int], largest: int, one: str, many: str) -> str:
    """Addition to a sentence on the largest value if others equal it, so that a tie is never called the most: ",
    {one}", or ", {many}" with their number for the braces.
    """
    others = sum(amount == largest for amount in amounts) - 1
    return "" if others < 1 else f", {one if others == 1 else many.format(number(others))}"


def origin(row: dict[str, object]) -> str:
    """An origin by its tags, its site, or its channel's label."""
    tags = [str(row[name]) for name in ("utm_source", "utm_medium", "utm_campaign") if row[name]]
    if tags:
        return f"„{' / '.join(tags)}“"
    if row["channel"] == "referrer":
        return f"„{row['referrer_host']}“"
    return channel(str(row["channel"]))


def channel(name: str) -> str:
    """The channel as worded after "über"; any other name unchanged."""
    return _NAMES.get(name, name)


def labelled(table: TableResult) -> list[dict[str, object]]:
    """The rows of a breakdown, channel groups and devices by their labels."""
    kinds = {column.name: column.kind for column in table.columns}
    if kinds.get("value") not in ("channel_group", "device"):
        return table.rows
    labels = WORDS[kinds["value"]]
    return [{**row, "value": labels.get(row["value"], row["value"])} for row in table.rows]


def named(row: dict[str, object]) -> str:
    """A value of a breakdown as worded in a sentence: „über „google““."""
    value = str(row["value"])
    if not value:
        return "ohne Angabe in diesem Feld"
    named = channel(value)
    return f"über {named}" if named != value else f"über „{value}“"


def _rounded(amount: int, unit: int) -> str:
    tenths = (Decimal(amount) / unit).quantize(Decimal("0.1"), ROUND_HALF_UP)
    whole, _, behind = str(tenths).partition(".")
    return number(int(whole)) + (f",{behind}" if behind != "0" else "")
