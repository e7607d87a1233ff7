"""What the report on changes says in words: growth and decline, nothing, chance, time that is missing, and why."""

from typing import Any

import pytest

from analytics.definitions import Column, definitions
from analytics.reporting import TableResult
from services.reports.sentences import sentences

Rows = list[dict[str, Any]]
PPM = 1_000_000
CHANCE = "kann Zufall sein: Die 80-%-Spannen beider Zeiträume überschneiden sich."


def result_of(table: str, rows: Rows, value_kind: str) -> TableResult:
    columns = tuple(Column(name, value_kind if name == "value" else "count", "", "") for name in (rows or [{}])[0])
    return TableResult(definitions()["changes"].table(table), columns, [tuple(row.values()) for row in rows], len(rows))


def told(totals: Rows, causes: dict[str, int] | None = None, origins: Rows | None = None, kind: str = "text") -> str:
    rows = [{"cause": cause, "effect_ppm": effect} for cause, effect in (causes or {}).items()]
    tables = {"totals": totals, "causes": rows, "origins": origins or []}
    return sentences("changes", {name: result_of(name, found, kind) for name, found in tables.items()})["totals"]


def totals(amount: int, before: int, measure: str = "reservations", **figures: Any) -> Rows:
    usual = {"visits": 1_000, "visits_before": 1_000, "is_chance": False}
    return [
        {"measure": measure, "amount": amount, "amount_before": before, "difference": amount - before} | usual | figures
    ]


def origin(value: str, **figures: Any) -> dict[str, Any]:
    usual = {"is_unvisited": False, "is_chance": True, "visits": 0, "visits_before": 0, "reservations": 0,
             "reservations_before": 0, "volume_ppm": 0, "mix_ppm": 0, "rate_ppm": 0, "each_ppm": 0,
             "unvisited_ppm": 0}  # fmt: skip
    return {"value": value} | usual | figures


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "Es gibt nichts zu vergleichen: Es ist kein Vergleich gewählt, oder der Vergleichszeitraum beginnt, bevor "
             "Besuche bekannt sind."),
        (totals(0, 0), "In beiden Zeiträumen gab es keine Reservierungen."),
        (totals(1, 1, "contracted"), "Gleich geblieben: ein Vertrag in beiden Zeiträumen."),
        (totals(10, 13, is_chance=True), f"10 Reservierungen statt 13: 3 weniger. So ein Unterschied {CHANCE}"),
        (totals(0, 2, is_chance=True), f"Keine Reservierungen statt 2: 2 weniger. So ein Unterschied {CHANCE}"),
        (totals(1, 0, is_chance=True), f"Eine Reservierung statt keine: 1 mehr. So ein Unterschied {CHANCE}"),
    ],
)  # fmt: skip
def test_the_difference_is_told_for_none_one_and_many(rows: Rows, sentence: str) -> None:
    assert told(rows) == sentence


@pytest.mark.parametrize(
    ("ripeness", "words"),
    [
        (-41, f"Hätten beide Zeiträume gleich viel Zeit für Verträge gehabt, wären es 2 weniger. Dieser Rest {CHANCE}"),
        (-43, "Das macht allein die Zeit aus, die einem der Zeiträume für Verträge noch fehlt."),
        (-45, f"Hätten beide Zeiträume gleich viel Zeit für Verträge gehabt, wären es 2 mehr. Dieser Rest {CHANCE}"),
    ],
)
def test_time_that_is_missing_is_told_apart(ripeness: int, words: str) -> None:
    rows = totals(2, 45, "contracted", is_chance=True)
    assert told(rows, {"ripeness": ripeness * PPM}) == f"2 Verträge statt 45: 43 weniger. {words}"


def test_the_two_largest_reasons_are_named_with_their_figures() -> None:
    rows = [
        origin("social_paid", visits=800, visits_before=2_000, volume_ppm=-10 * PPM, mix_ppm=-4 * PPM),
        origin("email", is_chance=False, visits=100, visits_before=100, reservations=2, reservations_before=8,
               rate_ppm=-6 * PPM),
        origin("search", visits=5, visits_before=6, volume_ppm=-PPM),
    ]  # fmt: skip
    causes = {"volume": -11 * PPM, "mix": -4 * PPM, "rate": -6 * PPM}
    assert told(totals(152, 174, visits=905, visits_before=2_106), causes, rows, "channel_group") == (
        "152 Reservierungen statt 174: 22 weniger. Vor allem, weil über „Soziale Netze, bezahlt“ 1.200 Besuche weniger "
        "kamen (−14); und weil über „E-Mail“ von 1.000 Besuchen 20 statt 80 reservierten (−6)."
    )


def test_what_chance_explains_or_points_the_other_way_is_no_reason() -> None:
    rows = [
        origin("a", rate_ppm=-15 * PPM, reservations=1, visits=10, visits_before=10, reservations_before=16),
        origin("b", visits=90, visits_before=10, volume_ppm=8 * PPM),
    ]
    words = "Der Unterschied verteilt sich auf viele Ursachen; keine allein erklärt viel davon."
    found = told(totals(10, 40), {"volume": 8 * PPM, "rate": 0}, rows)
    assert found == f"10 Reservierungen statt 40: 30 weniger. {words}"


def test_what_all_origins_share_is_told_where_no_single_one_explains_much() -> None:
    rows = [origin(f"{n}", visits=90, visits_before=100, volume_ppm=-2 * PPM) for n in range(10)]
    told_words = told(totals(20, 40, visits=900), {"volume": -20 * PPM, "rate": 0}, rows)
    assert told_words.endswith("Vor allem, weil insgesamt 100 Besuche weniger kamen (−20).")


def test_contracts_that_came_of_reservations_more_often_are_a_reason() -> None:
    rows = [origin("a", visits=90, visits_before=80, volume_ppm=2 * PPM)]
    causes = {"volume": 2 * PPM, "rate": -3 * PPM, "each": 16 * PPM, "ripeness": -37 * PPM}
    assert told(totals(36, 58, "contracted"), causes, rows) == (
        "36 Verträge statt 58: 22 weniger. Hätten beide Zeiträume gleich viel Zeit für Verträge gehabt, wären es 15 "
        "mehr. Vor allem, weil aus Reservierungen aller Herkünfte öfter ein Vertrag wurde (+16)."
    )


def test_reservations_without_a_visit_are_a_reason_of_their_own() -> None:
    rows = [origin("ohne Besuch", is_unvisited=True, unvisited_ppm=-12 * PPM)]
    assert told(totals(1, 13), {"unvisited": -12 * PPM, "rate": 0, "volume": 0}, rows).endswith(
        "Vor allem, weil es ohne bekannten Besuch 12 weniger waren."
    )
