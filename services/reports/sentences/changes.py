"""Sentences on what changed between two periods, and why: only causes that chance alone does not explain."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from analytics.reporting import TableResult, Tables
from services.core.german import number
from services.reports.labels import NOT_GIVEN, WORDS
from services.reports.sentences.words import counted, pieces

NOTHING_TO_COMPARE: Final = (
    "Es gibt nichts zu vergleichen: Es ist kein Vergleich gewählt, oder der Vergleichszeitraum beginnt, bevor Besuche "
    "bekannt sind."
)
CHANCE: Final = "kann Zufall sein: Die 80-%-Spannen beider Zeiträume überschneiden sich"
_PPM: Final = 1_000_000
_MOST_REASONS: Final = 2
_WHOLE_FROM: Final = 100
"""From here on effects are said without decimals."""
_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "reservations": ("eine Reservierung", "Reservierungen"),
    "contracted": ("ein Vertrag", "Verträge"),
    "kwh": ("1 kWh", "kWh"),
}


class Reason(NamedTuple):
    """What one origin adds to the difference, and how it is said after "weil"."""

    effect_ppm: int
    words: str


def sentences(tables: Tables) -> Mapping[str, str]:
    """The difference with its main reasons, the largest cause, and how many events are known."""
    if "totals" not in tables:
        return {}
    rows = tables["totals"].rows
    if not rows:
        return {"totals": NOTHING_TO_COMPARE}
    told = {"totals": _totals(rows[0], tables)}
    if "causes" in tables:
        told["causes"] = _causes(tables["causes"].rows)
    if "origins" in tables and rows[0]["difference"]:
        told["origins"] = f"Die Zeilen ergeben zusammen genau {_signed(rows[0]['difference'])}."
    if "events" in tables:
        told["events"] = _events(tables["events"].rows)
    return told


def _totals(row: dict[str, Any], tables: Tables) -> str:
    one, many = _UNITS[row["measure"]]
    now, before, difference = row["amount"], row["amount_before"], row["difference"]
    if not now and not before:
        return f"In beiden Zeiträumen gab es keine {many}."
    ripeness = _effect(tables, "ripeness") // _PPM
    rest = difference - ripeness
    words = f"{_capital(counted(now, one, many))} statt {number(before) if before else 'keine'}: {_more(difference)}."
    if not difference:
        words = f"Gleich geblieben: {counted(now, one, many)} in beiden Zeiträumen."
    return f"{words}{_ripeness(difference, rest)}{_explained(row, tables, rest, is_rest=bool(ripeness))}"


def _ripeness(difference: int, rest: int) -> str:
    """How much of the difference is only time that one of the periods has not had yet."""
    if rest == difference:
        return ""
    if not rest:
        return " Das macht allein die Zeit aus, die einem der Zeiträume für Verträge noch fehlt."
    return f" Hätten beide Zeiträume gleich viel Zeit für Verträge gehabt, wären es {_more(rest)}."


def _explained(row: dict[str, Any], tables: Tables, rest: int, *, is_rest: bool) -> str:
    if not rest:
        return ""
    if row["is_chance"]:
        return f" {'Dieser Rest' if is_rest else 'So ein Unterschied'} {CHANCE}."
    reasons = _reasons(tables, row, rest)
    if not reasons:
        return " Der Unterschied verteilt sich auf viele Ursachen; keine allein erklärt viel davon."
    return f" Vor allem, weil {'; und weil '.join(reason.words for reason in reasons)}."


def _reasons(tables: Tables, totals: dict[str, Any], rest: int) -> list[Reason]:
    """The largest reasons: single origins, unless what all of them share explains more than twice as much. The two are
    never mixed, since a part of each is the same.
    """
    if "origins" not in tables or "causes" not in tables:
        return []
    table = tables["origins"]
    of_origins = [one for row in table.rows for one in _of_origin(row, _name(table, row), totals["measure"])]
    single, shared = _largest(of_origins, rest), _largest(_of_all(totals, tables), rest)
    is_shared = shared and (not single or abs(shared[0].effect_ppm) > 2 * abs(single[0].effect_ppm))
    return shared if is_shared else single


def _largest(reasons: Iterable[Reason], rest: int) -> list[Reason]:
    """Those that point the way of the difference; none that explains less than a fifth of it."""
    same = [one for one in reasons if one.effect_ppm * rest > 0 and abs(one.effect_ppm) * 5 >= abs(rest) * _PPM]
    return sorted(same, key=lambda one: -abs(one.effect_ppm))[:_MOST_REASONS]


def _of_all(totals: dict[str, Any], tables: Tables) -> Iterator[Reason]:
    """What all origins together have in common."""
    came, volume, rate = totals["visits"] - totals["visits_before"], _effect(tables, "volume"), _effect(tables, "rate")
    if came * volume > 0:
        yield Reason(volume, f"insgesamt {_visits(came)} ({_share(volume)})")
    each = _effect(tables, "each")
    turned = _turned("aller Herkünfte", totals["measure"], is_more=each > 0)
    yield Reason(each, f"{turned} ({_share(each)})")
    part = "größerer" if rate > 0 else "kleinerer"
    yield Reason(rate, f"über alle Herkünfte hinweg ein {part} Teil der Besuche reservierte ({_share(rate)})")


def _of_origin(row: dict[str, Any], name: str, measure: str) -> Iterator[Reason]:
    visits = row["volume_ppm"] + row["mix_ppm"]
    came = row["visits"] - row["visits_before"]
    if came * visits > 0:
        yield Reason(visits, f"{name} {_visits(came)} ({_share(visits)})")
    if row["rate_ppm"] and not row["is_chance"]:
        of = (f"{_per_thousand(row['reservations'], row['visits'])} statt "
              f"{_per_thousand(row['reservations_before'], row['visits_before'])}")  # fmt: skip
        yield Reason(row["rate_ppm"], f"{name} von 1.000 Besuchen {of} reservierten ({_share(row['rate_ppm'])})")
    if row["each_ppm"] and not row["is_chance"]:
        turned = _turned(name, measure, is_more=row["each_ppm"] > 0)
        yield Reason(row["each_ppm"], f"{turned} ({_share(row['each_ppm'])})")
    if row["unvisited_ppm"]:
        where = "" if row["is_unvisited"] else f" {name}"
        words = f"es{where} ohne bekannten Besuch {_more(row['unvisited_ppm'] // _PPM)} waren"
        yield Reason(row["unvisited_ppm"], words)


def _turned(whose: str, measure: str, *, is_more: bool) -> str:
    """What became of the reservations of an origin, or of all."""
    if measure == "kwh":
        return f"die Reservierungen {whose} {'größer' if is_more else 'kleiner'} waren"
    return f"aus Reservierungen {whose} {'öfter' if is_more else 'seltener'} ein Vertrag wurde"


def _name(table: TableResult, row: dict[str, Any]) -> str:
    kinds = {column.name: column.kind for column in table.columns}
    value = str(row["value"])
    label = WORDS.get(kinds["value"], {}).get(value, value)
    return f"über „{label}“" if label else f"„{NOT_GIVEN}“"


def _causes(rows: list[dict[str, Any]]) -> str:
    largest = max(rows, key=lambda row: abs(row["effect_ppm"]), default=None)
    if largest is None or not largest["effect_ppm"]:
        return ""
    return f"Am meisten macht aus: {WORDS['cause'][largest['cause']]} ({_share(largest['effect_ppm'])})."


def _events(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "In beiden Zeiträumen ist nichts vermerkt."
    before = sum(row["is_before"] for row in rows)
    now = counted(len(rows) - before, "ein Ereignis", "Ereignisse")
    return f"Vermerkt: {now} im Zeitraum, {number(before) if before else 'keine'} im Vergleichszeitraum."


def _effect(tables: Tables, cause: str) -> int:
    rows = tables["causes"].rows if "causes" in tables else []
    return sum(row["effect_ppm"] for row in rows if row["cause"] == cause)


def _visits(difference: int) -> str:
    if abs(difference) == 1:
        return f"ein Besuch {'mehr' if difference > 0 else 'weniger'} kam"
    return f"{_more(difference).replace(' ', ' Besuche ')} kamen"


def _per_thousand(part: int, whole: int) -> str:
    return pieces(part * _PPM * 1_000 // whole) if whole else "–"


def _more(difference: int) -> str:
    if not difference:
        return "gleich viele"
    return f"{number(abs(difference))} {'mehr' if difference > 0 else 'weniger'}"


def _share(effect_ppm: int) -> str:
    sign = "−" if effect_ppm < 0 else "+"
    is_large = abs(effect_ppm) >= _WHOLE_FROM * _PPM
    return f"{sign}{number((abs(effect_ppm) + _PPM // 2) // _PPM) if is_large else pieces(abs(effect_ppm))}"


def _signed(difference: int) -> str:
    return f"+{number(difference)}" if difference > 0 else number(difference)


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
