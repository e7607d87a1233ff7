"""What the marketing reports say in words: right for nothing, one and many, and never beyond what the figures tell."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from analytics.definitions import Column, definitions
from analytics.reporting import TableResult
from services.reports.sentences import sentences
from services.reports.sentences.words import change, percent, pieces

Rows = list[dict[str, Any]]
NBSP = "\u00a0"
EMPTY = "In diesem Zeitraum gab es keine Besuche."


def result_of(report: str, table: str, rows: Rows, total: int | None = None) -> TableResult:
    names = [*rows[0]] if rows else ["none"]
    return TableResult(
        definitions()[report].table(table),
        tuple(Column(name, "count", "", "") for name in names),
        [tuple(row.values()) for row in rows],
        len(rows) if total is None else total,
    )


def told(report: str, table: str, rows: Rows, total: int | None = None) -> str:
    return sentences(report, {table: result_of(report, table, rows, total)})[table]


def totals(**figures: Any) -> Rows:
    usual = {"visitors": 0, "visitors_before": None, "reservations": 0, "reservations_before": None, "quote": None,
             "cost_cents": 0, "cost_per_reservation": None}  # fmt: skip
    return [usual | figures]


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({}, EMPTY),
        ({"cost_cents": 1_250}, f"{EMPTY} Ausgegeben wurden 12,50{NBSP}€."),
        ({"visitors": 1}, "Im Zeitraum kam ein Besucher; es entstanden keine Reservierungen."),
        (
            {"visitors": 1, "reservations": 1, "quote": 1_000_000},
            "Im Zeitraum kam ein Besucher; es entstand eine Reservierung (Quote 100 %).",
        ),
        (
            {"visitors": 1204, "visitors_before": 1075, "reservations": 34, "reservations_before": 34,
             "quote": 28_239, "cost_cents": 170_000, "cost_per_reservation": 5_000},
            "Im Zeitraum kamen 1.204 Besucher, 12 % mehr als davor; es entstanden 34 Reservierungen, so viele wie "
            "davor (Quote 2,8 %). Auf alle Reservierungen verteilt, auch auf die ohne Kampagne, kostete jede "
            f"50{NBSP}€.",
        ),
        (
            {"visitors": 2, "visitors_before": 0, "reservations_before": 3, "cost_cents": None},
            "Im Zeitraum kamen 2 Besucher, davor keine; es entstanden keine Reservierungen, davor 3. Dieser "
            "Unterschied an Reservierungen kann Zufall sein.",
        ),
        (
            {"visitors": 900, "reservations": 152, "reservations_before": 174, "quote": 168_889},
            "Im Zeitraum kamen 900 Besucher; es entstanden 152 Reservierungen, 12,6 % weniger als davor "
            "(Quote 16,9 %). Dieser Unterschied an Reservierungen kann Zufall sein.",
        ),
        (
            {"visitors": 900, "reservations": 152, "reservations_before": 240, "quote": 168_889},
            "Im Zeitraum kamen 900 Besucher; es entstanden 152 Reservierungen, 36,7 % weniger als davor "
            "(Quote 16,9 %).",
        ),
        (
            {"reservations": 2, "cost_cents": 0, "cost_per_reservation": 0},
            "Im Zeitraum kamen keine Besucher; es entstanden 2 Reservierungen.",
        ),
    ],
)  # fmt: skip
def test_the_overview_tells_what_came_and_what_it_cost(figures: dict[str, Any], sentence: str) -> None:
    assert told("overview", "totals", totals(**figures)) == sentence


def test_days_name_the_busiest() -> None:
    rows = [
        {"day": date(2026, 5, 1), "visitors": 3, "reservations": 0},
        {"day": date(2026, 5, 2), "visitors": 1204, "reservations": 1},
    ]
    assert told("overview", "days", rows) == (
        "Die meisten Besucher kamen am 02.05.2026: 1.204. "
        "Die meisten Reservierungen brachte der 02.05.2026 mit einer Reservierung."
    )
    assert told("overview", "days", rows[:1]).endswith("Reserviert hat an keinem Tag jemand.")
    assert told("overview", "days", [{**rows[0], "visitors": 0}]) == EMPTY
    assert told("overview", "days", []) == EMPTY
    unseen = [{**rows[0], "visitors": 0, "reservations": 1}]
    assert told("overview", "days", unseen) == (
        "Besuche sind nicht gezählt. Reservierungen im Zeitraum: eine Reservierung."
    )


def value(name: str, visitors: int, reservations: int, cost: int | None = None) -> dict[str, Any]:
    each = cost // reservations if cost is not None and reservations else None
    return {"value": name, "visitors": visitors, "reservations": reservations, "cost_cents": cost,
            "cost_per_reservation": each}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], EMPTY),
        ([value("google", 0, 0)], EMPTY),
        ([value("messe", 0, 0, 5_000)], f"{EMPTY} Ausgegeben wurden 50{NBSP}€."),
        ([value("google", 1, 0)], "Reserviert hat niemand; am häufigsten kam jemand über „google“ (ein Besucher)."),
        ([value("google", 9, 1)], "Am meisten kam über „google“: eine Reservierung, 100 % von allen."),
        (
            [value("", 9, 2), value("direct", 3, 1)],
            "Am meisten kam ohne Angabe in diesem Feld: 2 Reservierungen, 66,7 % von allen.",
        ),
        (
            [value("direct", 9, 2)],
            "Am meisten kam über direkte Aufrufe: 2 Reservierungen, 100 % von allen.",
        ),
        (
            [value("google", 9, 2, 1_000), value("bing", 3, 1, 99_000)],
            "Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen. "
            f"Am teuersten war eine Reservierung über „bing“: 990{NBSP}€ bei einer Reservierung.",
        ),
        (
            [value("google", 9, 2, 1_000), value("bing", 3, 1, 900)],
            "Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen.",
        ),
        (
            [value("google", 9, 2, 1_000), value("bing", 3, 1, 99_000), value("plakate", 0, 0, 146_017)],
            "Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen. "
            f"Keine Reservierung brachten 1.460,17{NBSP}€ über „plakate“. "
            f"Am teuersten war eine Reservierung über „bing“: 990{NBSP}€ bei einer Reservierung.",
        ),
        (
            [value("messe", 4, 0, 3_000), value("plakate", 0, 0, 1_000)],
            "Reserviert hat niemand; am häufigsten kam jemand über „messe“ (4 Besucher). "
            f"Keine Reservierung brachten 40{NBSP}€, das meiste davon über „messe“: 30{NBSP}€.",
        ),
    ],
)
def test_the_breakdown_names_what_brought_most_and_what_cost_most(rows: Rows, sentence: str) -> None:
    assert told("breakdown", "values", rows) == sentence


@pytest.mark.parametrize(("kind", "named"), [("channel_group", "Soziale Netze, unbezahlt"), ("text", "social")])
def test_a_channel_group_is_named_by_its_label_and_a_tag_of_that_name_is_not(kind: str, named: str) -> None:
    result = result_of("breakdown", "values", [value("social", 9, 1)])
    columns = tuple(replace(one, kind=kind) if one.name == "value" else one for one in result.columns)
    words = sentences("breakdown", {"values": replace(result, columns=columns)})["values"]
    assert words == f"Am meisten kam über „{named}“: eine Reservierung, 100 % von allen."


def credited(source: str, fewest: int, most: int, gain: int = 0, lose: int = 0) -> dict[str, Any]:
    return {"channel": "campaign" if source else "direct", "utm_source": source, "utm_medium": "", "utm_campaign": "",
            "referrer_host": "", "fewest_ppm": fewest, "most_ppm": most, "fewest_by": "last", "most_by": "first",
            "would_gain_ppm": gain, "would_lose_ppm": lose}  # fmt: skip


def test_models_name_who_depends_most_on_them() -> None:
    rows = [credited("google", 1_000_000, 2_500_000, gain=1_500_000), credited("", 1_000_000, 1_200_000)]
    assert told("models", "origins", rows) == (
        "Am meisten hängt vom Modell ab, was über „google“ kam: von 1 („Letzter Kontakt“) bis 2,5 Reservierungen "
        "(„Erster Kontakt“). Mit einem anderen Modell gewänne „google“ am meisten."
    )
    assert "„bing“ verlöre am meisten" in told("models", "origins", [*rows, credited("bing", 0, 1_000_000, lose=9)])
    same = [credited("google", 1_000_000, 1_000_000)]
    assert (
        told("models", "origins", same)
        == "Alle sechs Modelle kommen zum selben Ergebnis: Es ist gleich, wie man zählt."
    )
    assert told("models", "origins", []) == "In diesem Zeitraum gab es keine Reservierungen."


def test_the_proof_of_the_models_is_told() -> None:
    row = {"model": "last", "reservations": 1, "left_out_ppm": 0}
    assert told("models", "totals", [row]) == (
        "Jedes Modell verteilt genau eine Reservierung: keine geht verloren, keine zählt doppelt."
    )
    assert told("models", "totals", [{**row, "left_out_ppm": 1}]).endswith("Was der Filter weglässt, ist mitgezählt.")


def steps(**amounts: int) -> Rows:
    names = ["landing", "form_started", "step_2", "step_3", "step_4", "thank_you", "reservation", "confirmed",
             "contracted"]  # fmt: skip
    found: Rows = []
    for name in names:
        amount = amounts.get(name, 0)
        lost = found[-1]["amount"] - amount if found and found[-1]["amount"] >= amount else None
        found.append({"step": name, "amount": amount, "lost": lost})
    return found


def test_the_funnel_tells_where_most_are_lost() -> None:
    assert told("funnel", "steps", steps()) == EMPTY
    assert told("funnel", "steps", steps(landing=1)) == (
        "Aus einem Besuch wurden keine Reservierungen und daraus bis heute keine Verträge."
    )
    many = steps(landing=1204, form_started=100, step_2=40, step_3=38, step_4=36, thank_you=34, reservation=34,
                 confirmed=30, contracted=1)  # fmt: skip
    assert told("funnel", "steps", many) == (
        "Aus 1.204 Besuchen wurden 34 Reservierungen und daraus bis heute ein Vertrag. Ein Vertrag folgt sechs bis "
        "acht Wochen nach der Reservierung; jüngere können noch keinen haben. "
        "Der größte Anteil geht zwischen „Formular begonnen“ und „Schritt 2“ verloren: 60 % (60 von 100)."
    )
    unseen = told("funnel", "steps", steps(landing=90, form_started=40, step_4=38, reservation=2, contracted=2))
    assert "Besuche und Reservierungen werden verschieden gezählt und müssen nicht gleich sein." in unseen
    assert told("funnel", "steps", steps(reservation=1, confirmed=1)).startswith(
        "Besuche sind nicht gezählt; es gab eine"
    )


def test_the_worst_step_is_the_one_that_loses_the_greatest_share() -> None:
    late = steps(landing=9000, form_started=1280, step_2=837, step_3=650, step_4=525, thank_you=149, reservation=152)
    assert told("funnel", "steps", late).endswith(
        "Der größte Anteil geht zwischen „Schritt 4“ und „Danke-Seite“ verloren: 71,6 % (376 von 525)."
    )
    few = steps(landing=9000, form_started=100, step_2=60, step_3=19, step_4=1, thank_you=0)
    assert told("funnel", "steps", few).endswith("und „Schritt 3“ verloren: 68,3 % (41 von 60).")
    only_few = steps(landing=30, form_started=4, step_2=3, step_3=3, step_4=3, thank_you=0)
    assert told("funnel", "steps", only_few).endswith("und „Danke-Seite“ verloren: 100 % (3 von 3).")


def test_the_best_quote_needs_enough_visits() -> None:
    row = credited("google", 0, 0) | {"landing": 1000, "reservation": 20, "quote": 20_000}
    few = credited("bing", 0, 0) | {"landing": 2, "reservation": 1, "quote": 500_000}
    more = credited("", 0, 0) | {"landing": 100, "reservation": 3, "quote": 30_000}
    words = "Die meisten Reservierungen kamen über „google“: 20 Reservierungen."
    assert told("funnel", "origins", [row, few]) == words
    assert told("funnel", "origins", [row, few, more]) == (
        f"{words} Welche Herkunft die beste Quote hat, ist bei so wenigen Reservierungen nicht zu sagen."
    )
    apart = {**more, "landing": 200, "reservation": 18, "quote": 90_000}
    assert told("funnel", "origins", [row, few, apart]) == (
        f"{words} Am besten ist die Quote über direkte Aufrufe: 9 % (18 von 200)."
    )
    assert told("funnel", "origins", [{**row, "reservation": 0}]) == "Reserviert hat in diesem Zeitraum niemand."
    assert told("funnel", "origins", []) == EMPTY


def judged(source: str, verdict: str, signed: int = 0, made: int = 20) -> dict[str, Any]:
    counts = {"contracted": signed, "reservations": made, "contracted_share": signed * 1_000_000 // made}
    return credited(source, 0, 0) | {"ripe_days": 55, "verdict": verdict, **counts}


def test_what_is_too_young_is_not_judged() -> None:
    young = judged("neu", "zu jung")
    good, bad = judged("google", "beurteilbar", 16), judged("bing", "beurteilbar", 2)
    assert told("quality", "campaigns", []) == "In diesem Zeitraum gab es keine Reservierungen."
    assert told("quality", "campaigns", [young]) == (
        "Beurteilen lässt sich noch nichts: Reservierungen müssen 55 Tage alt sein, also so alt, wie neun von zehn "
        "Verträgen brauchen, mindestens aber 42 Tage."
    )
    assert told("quality", "campaigns", [good]) == "Beurteilen lässt sich nur „google“: 80 % (16 von 20)."
    assert told("quality", "campaigns", [good, bad, young]) == (
        "Am häufigsten wurden Verträge aus Reservierungen über „google“: 80 % (16 von 20), am seltensten über „bing“: "
        "10 % (2 von 20). Noch zu jung für ein Urteil: eine Herkunft."
    )


def test_what_chance_may_have_made_is_no_ranking() -> None:
    direct, friends = judged("direkt", "beurteilbar", 13, 23), judged("freunde", "beurteilbar", 13, 25)
    assert told("quality", "campaigns", [direct, friends]) == (
        "54,2 % der Reservierungen, die sich beurteilen lassen, wurden Verträge (26 von 48). Was die Herkünfte "
        "unterscheidet, kann Zufall sein."
    )


def of_day(day: int, visitors: int, reservations: int) -> dict[str, Any]:
    return {"day": date(2026, 5, day), "visitors": visitors, "reservations": reservations}


def landed(source: str) -> dict[str, Any]:
    return credited(source, 0, 0) | {"landing": 5, "reservation": 2, "quote": None}


def spots(kwh: int, plan: str) -> dict[str, Any]:
    return {"package": kwh, "plan": plan, "taken": 1}


@pytest.mark.parametrize(
    ("report", "table", "rows", "words"),
    [
        (
            "overview",
            "days",
            [of_day(1, 3, 2), of_day(2, 3, 2)],
            "kamen am 01.05.2026: 3, ebenso viele an einem weiteren Tag. Die meisten Reservierungen brachte der "
            "01.05.2026 mit 2 Reservierungen, ebenso viele ein weiterer Tag.",
        ),
        (
            "breakdown",
            "values",
            [value("google", 9, 1), value("bing", 3, 1), value("flyer", 2, 1)],
            "über „google“: eine Reservierung, 33,3 % von allen, ebenso viele über 2 weitere Werte.",
        ),
        (
            "breakdown",
            "values",
            [value("google", 3, 0), value("bing", 3, 0)],
            "über „google“ (3 Besucher, ebenso viele über einen weiteren Wert).",
        ),
        (
            "funnel",
            "origins",
            [landed("google"), landed("bing")],
            "über „google“: 2 Reservierungen, ebenso viele über eine weitere Herkunft.",
        ),
        (
            "referrals",
            "codes",
            [{"code": code, "recommender": "ein Haushalt", "valid": 1} for code in ("AB", "CD")],
            "mit „AB“ (ein Haushalt): eine Empfehlung, die zählt, ebenso viele mit einem weiteren Code.",
        ),
        (
            "capacity",
            "mix",
            [spots(1000, "24m"), spots(3000, "one-off"), spots(3000, "24m"), spots(1000, "one-off")],
            "das Paket Premium mit 50 % der reservierten Plätze, ebenso viele ein weiteres Paket; am häufigsten "
            "gezahlt wird mit Einmalzahlung (50 %, ebenso oft auf eine weitere Weise).",
        ),
        (
            "paths",
            "paths",
            [{"path": path, "origins": 1, "paths": 1, "reservations": 5} for path in ("google", "direkt")],
            "Der häufigste Weg ist „google“ (5 Reservierungen, ebenso viele auf einem weiteren Weg).",
        ),
    ],
)
def test_nothing_is_called_the_most_beside_its_equals(report: str, table: str, rows: Rows, words: str) -> None:
    assert words in told(report, table, rows)


def test_where_nobody_has_confirmed_an_address_no_recommendation_counts_yet() -> None:
    row = {"uses": 2, "valid": 2, "contracted": 1}
    assert told("referrals", "totals", [row]) == (
        "Mit einem Empfehlungscode kamen 2 Reservierungen; gezählt wird erst mit bestätigter Adresse, und es wurde "
        "ein Vertrag daraus."
    )


def priced(cents: int, contracts: int, cents_before: int, contracts_before: int) -> dict[str, Any]:
    return credited("google", 0, 0) | {
        "name": "Herbst",
        "cost_cents": cents,
        "contracts_ppm": contracts * 1_000_000,
        "cost_per_contract": cents // contracts,
        "cost_cents_before": cents_before,
        "contracts_ppm_before": contracts_before * 1_000_000,
        "cost_per_contract_before": cents_before // contracts_before,
    }


def test_a_price_that_chance_may_have_moved_is_no_change() -> None:
    assert told("money", "compared", [priced(30_000, 3, 30_000, 5)]) == (
        "Bei keiner Kampagne hat sich, was ein Vertrag kostet, so sehr geändert, dass es nicht Zufall sein kann."
    )
    assert told("money", "compared", [priced(30_000, 3, 30_000, 5), priced(90_000, 30, 30_000, 60)]) == (
        f"Am stärksten änderte es sich bei „Herbst“: 30{NBSP}€ je Vertrag statt 5{NBSP}€."
    )


def test_cohorts_are_told_after_eight_weeks_or_as_far_as_they_are() -> None:
    week = {"week": date(2026, 5, 4), "weeks_since": 8, "reservations": 10, "contracted": 4}
    later = {**week, "weeks_since": 12, "contracted": 9}
    assert (
        told("quality", "cohorts", [week, later])
        == "8 Wochen nach der Reservierung hatten 40 % einen Vertrag (4 von 10)."
    )
    assert told("quality", "cohorts", [{**week, "weeks_since": 0}]).startswith(
        "Innerhalb der ersten sieben Tage hatten 40 %"
    )
    assert told("quality", "cohorts", []).startswith("Noch ist keine Woche lange genug her")


def test_paths_are_told() -> None:
    path = {"path": "google → direkt", "origins": 2, "paths": 1, "reservations": 5}
    rare = {"path": "seltene Wege mit 3 Stationen", "origins": 3, "paths": 4, "reservations": 9}
    assert told("paths", "paths", [path, rare]) == (
        "Der häufigste Weg ist „google → direkt“ (5 Reservierungen). "
        "Über mehr als eine Station kamen 14 Reservierungen."
    )
    assert told("paths", "paths", [rare]) == (
        "Kein Weg wurde fünfmal oder öfter genommen; gezeigt sind die Arten der Wege. "
        "Über mehr als eine Station kamen 9 Reservierungen."
    )
    assert told("paths", "paths", []) == "In diesem Zeitraum gab es keine Reservierungen."


def lasting(reservations: int, remembered: int = 0, one_visit: int = 0, **more: Any) -> dict[str, Any]:
    return {"reservations": reservations, "remembered": remembered, "one_visit": one_visit, **more}


def test_numbers_of_touches_are_told_of_those_that_may_be_remembered() -> None:
    lengths = [lasting(1, 1, touches=0), lasting(103, 2, 100, touches=1), lasting(1, 1, touches=2)]
    assert told("paths", "lengths", lengths) == (
        "Von 4 Reservierungen, deren Herkunft wir uns merken durften, kamen 50 % mit einem einzigen Kontakt aus; bei 1 "
        "gab es im Rückblick keinen. 100 sahen wir nur bei einem Besuch; bei 1 wissen wir nicht, ob wir es durften."
    )
    assert told("paths", "lengths", [lasting(2, 1, 1, touches=1)]) == (
        "Von einer Reservierung, deren Herkunft wir uns merken durften, kamen 100 % mit einem einzigen Kontakt aus. "
        "Eine sahen wir nur bei einem Besuch."
    )
    assert told("paths", "lengths", [lasting(3, 0, 3, touches=1)]) == (
        "Über wie viele Besuche die Wege gingen, ist nicht bekannt: Frühere Besuche durften wir uns bei keiner "
        "Reservierung merken. 3 sahen wir nur bei einem Besuch."
    )


def test_durations_are_told_of_those_that_may_be_remembered_by_half_and_nine_of_ten() -> None:
    unknown = lasting(2, 1, 1, days=None, share_so_far=None)
    same_day = lasting(100, 10, 90, days=0, share_so_far=200_000)
    days = [
        same_day,
        lasting(30, 20, 9, days=1, share_so_far=600_000),
        lasting(20, 20, days=9, share_so_far=1_000_000),
        unknown,
    ]
    assert told("paths", "durations", days) == (
        "Bei 51 von 152 Reservierungen durften wir uns die Herkunft merken: Von den 50 mit einem Kontakt davor "
        "reservierte die Hälfte spätestens am Tag danach, neun von zehn innerhalb von 9 Tagen. 100 sahen wir nur bei "
        "einem Besuch; bei 1 wissen wir nicht, ob wir es durften."
    )
    at_once = [lasting(9, 9, days=0, share_so_far=1_000_000)]
    assert "Von diesen reservierte die Hälfte am selben Tag, neun von zehn am selben Tag." in told(
        "paths", "durations", at_once
    )
    assert told("paths", "durations", [lasting(5, 0, 5, days=3, share_so_far=None)]) == (
        "Wie lange es dauert, ist nicht bekannt: Frühere Besuche durften wir uns bei keiner Reservierung merken. 5 "
        "sahen wir nur bei einem Besuch."
    )
    assert "Zu keiner Reservierung" in told("paths", "durations", [unknown])
    assert "Zu keiner Reservierung" in told("paths", "durations", [])


def test_models_say_of_how_many_several_visits_may_be_known() -> None:
    row = {"model": "last", "reservations_ppm": 9_000_000, "left_out_ppm": 0}
    for known, words in (
        (
            lasting(9, 2, 6),
            " Frühere Besuche durften wir uns nur bei 2 von 9 Reservierungen merken; nur dort können sich die Modelle "
            "über mehrere Besuche unterscheiden. 6 sahen wir nur bei einem Besuch; bei 1 wissen wir nicht, ob wir es "
            "durften.",
        ),
        (
            lasting(9, 0, 9),
            " Frühere Besuche durften wir uns bei keiner der 9 Reservierungen merken. "
            "9 sahen wir nur bei einem Besuch.",
        ),
    ):
        tables = {name: result_of("models", name, []) for name in ("origins", "contracts", "kwh", "money")}
        said = sentences("models", tables | {"totals": result_of("models", "totals", [row | known])})
        assert [said[name].endswith(words) for name in tables] == [True] * 4
        assert words not in said["totals"]


def test_the_rows_behind_a_number_are_counted() -> None:
    row = {"annual_kwh": 2000}
    assert told("reservations", "rows", []) == "Zu dieser Auswahl gibt es keine Reservierungen."
    assert told("reservations", "rows", [row]) == ("Zu dieser Auswahl gehört eine Reservierung über 2.000 kWh im Jahr.")
    assert told("reservations", "rows", [row, row]) == (
        "Zu dieser Auswahl gehören 2 Reservierungen über zusammen 4.000 kWh im Jahr."
    )
    assert told("reservations", "rows", [row], total=1204) == (
        "Zu dieser Auswahl gehören 1.204 Reservierungen; gezeigt sind die neuesten 1."
    )


def test_figures_in_sentences_are_german() -> None:
    assert (percent(34_000), percent(120_000), percent(1_234_567)) == ("3,4 %", "12 %", "123,5 %")
    assert (pieces(12_350_000), pieces(1_000_000), pieces(1_204_000_000)) == ("12,4", "1", "1.204")
    assert (change(3, None), change(0, 0), change(3, 4)) == ("", "", ", 25 % weniger als davor")


@pytest.mark.parametrize(
    ("report", "table", "rows", "sentence"),
    [
        ("overview", "days", [{"day": date(2026, 5, 1), "visitors": 3, "reservations": 1}], ""),
        ("breakdown", "values", [value("google", 9, 2, 1_000)], "Am meisten kam über „google“: 2 Reservierungen. "),
        ("quality", "campaigns", [judged("google", "beurteilbar", 800_000)], ""),
        ("quality", "cohorts", [{"week": 1, "weeks_since": 8, "reservations": 10, "contracted": 4}], ""),
        (
            "paths",
            "paths",
            [{"path": "google", "origins": 1, "paths": 1, "reservations": 5}],
            "Der häufigste Weg ist „google“ (5 Reservierungen). ",
        ),
    ],
)
def test_no_sentence_speaks_of_rows_that_are_not_at_hand(report: str, table: str, rows: Rows, sentence: str) -> None:
    assert told(report, table, rows, total=1204) == f"{sentence}Gezeigt sind die ersten 1 von 1.204 Zeilen."
