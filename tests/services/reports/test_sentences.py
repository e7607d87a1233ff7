"""What reports say in words: right for nothing, one and many, and never beyond what the figures tell."""

import re
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
    columns = tuple(Column(name, "count", "", "") for name in names)
    values = [tuple(row.values()) for row in rows]
    return TableResult(definitions()[report].table(table), columns, values, len(rows) if total is None else total)


def told(report: str, table: str, rows: Rows, total: int | None = None) -> str:
    return sentences(report, {table: result_of(report, table, rows, total)})[table]


def totals(**figures: Any) -> Rows:
    usual = {"visitors": 0, "visitors_before": None, "reservations": 0, "reservations_before": None, "quote": None,
             "cost_cents": 0, "cost_per_reservation": None}  # fmt: skip
    return [usual | figures]


def of_day(day: int, visitors: int, reservations: int) -> dict[str, Any]:
    return {"day": date(2026, 5, day), "visitors": visitors, "reservations": reservations}


def value(name: str, visitors: int, reservations: int, cost: int | None = None) -> dict[str, Any]:
    each = cost // reservations if cost is not None and reservations else None
    return {"value": name, "visitors": visitors, "reservations": reservations, "cost_cents": cost,
            "cost_per_reservation": each}  # fmt: skip


def credited(source: str, fewest: int = 0, most: int = 0, gain: int = 0, lose: int = 0, **more: Any) -> dict[str, Any]:
    return {"channel": "campaign" if source else "direct", "utm_source": source, "utm_medium": "", "utm_campaign": "",
            "referrer_host": "", "fewest_ppm": fewest, "most_ppm": most, "fewest_by": "last", "most_by": "first",
            "would_gain_ppm": gain, "would_lose_ppm": lose, **more}  # fmt: skip


def cell(page: str, device: str, landing: int, form_started: int) -> dict[str, Any]:
    return {"landing_path": page, "device": device, "landing": landing, "form_started": form_started}


def agreed(concluded: int, judged: int = 0, withdrawn: int = 0) -> dict[str, Any]:
    share = withdrawn * 1_000_000 // judged if judged else None
    return {"concluded": concluded, "judged": judged, "withdrawn": withdrawn, "withdrawn_share": share,
            "agreed_cents": concluded * 137_800}  # fmt: skip


def flows(received: int | None, returned: int | None, expected: int) -> dict[str, Any]:
    return {"received_cents": received, "returned_cents": returned, "expected_cents": expected}


def overdue(age: str, cents: int) -> dict[str, Any]:
    return {"age": age, "arrears_cents": cents}


def pair(value: str, across: str, visitors: int, reservations: int) -> dict[str, Any]:
    return {"value": value, "across": across, "visitors": visitors, "reservations": reservations}


def said(told: str, measured: str, answers: int) -> dict[str, Any]:
    return {"told": told, "measured": measured, "answers": answers}


def of_quarter(**figures: Any) -> dict[str, Any]:
    usual = {"quarter": "3. Quartal 2026", "cost_cents": 120_000, "contracted": 4, "cost_per_contract": 30_000,
             "paid_contracted": 2, "paid_cost_per_contract": 60_000, "sales_per_euro": 550, "payback_months": 1,
             "ripe_until": None}  # fmt: skip
    return usual | figures


def landed(source: str, landing: int, reservation: int, quote: int | None) -> dict[str, Any]:
    return credited(source, landing=landing, reservation=reservation, quote=quote)


def brought(code: str, recommender: str, valid: int, contracted: int = 0, further: int = 0) -> dict[str, Any]:
    return {"code": code, "recommender": recommender, "valid": valid, "contracted": contracted,
            "chain_contracted": contracted + further}  # fmt: skip


def costly(name: str, verdict: str, least: int, most: int) -> dict[str, Any]:
    """A campaign of 1,000 euros, with what a contract cost in euros."""
    return {"name": name, "verdict": verdict, "cost_cents": 100_000, "most_ppm": 3_000_000, "least_cents": least * 100,
            "most_cents": most * 100}  # fmt: skip


def moved(name: str, now: int, before: int) -> dict[str, Any]:
    """With ten visitors a reservation."""
    return {"value": name, "visitors": now * 10, "visitors_before": before * 10, "reservations": now,
            "reservations_before": before}  # fmt: skip


def steps(*amounts: int) -> Rows:
    names = ["landing", "form_started", "step_2", "step_3", "step_4", "thank_you", "reservation", "confirmed",
             "contracted"]  # fmt: skip
    found: Rows = []
    for name, amount in zip(names, (*amounts, *[0] * 9), strict=False):
        lost = found[-1]["amount"] - amount if found and found[-1]["amount"] >= amount else None
        found.append({"step": name, "amount": amount, "lost": lost})
    return found


def priced(contracts: int, contracts_before: int, cents: int = 30_000) -> dict[str, Any]:
    return credited("google", name="Herbst", cost_cents=cents, contracts_ppm=contracts * 1_000_000,
                    cost_per_contract=cents // contracts, cost_cents_before=30_000,
                    contracts_ppm_before=contracts_before * 1_000_000,
                    cost_per_contract_before=30_000 // contracts_before)  # fmt: skip


def of_month(since: int, contracted: int) -> dict[str, Any]:
    return {"month": date(2026, 5, 1), "weeks_since": since, "reservations": 10, "contracted": contracted}


SPOTS = [{"package": kwh, "plan": plan, "taken": 1}
         for kwh, plan in ((1000, "24m"), (3000, "one-off"), (3000, "24m"), (1000, "one-off"))]  # fmt: skip
GOOGLE, FEW, MORE = landed("google", 1000, 20, 20_000), landed("bing", 2, 1, 500_000), landed("", 100, 3, 30_000)
MOST = "Die meisten Reservierungen kamen über „google“: 20 Reservierungen."
RESERVED = {"annual_kwh": 2000}


def after(days: int | None, remembered: int, so_far: int | None) -> dict[str, Any]:
    return {"days": days, "reservations": remembered, "remembered": remembered, "share_so_far": so_far}


CHANCE = " Der Vorsprung kann Zufall sein: zu klein, um es zu sagen."
SENTENCES: dict[tuple[str, str], list[tuple[Rows, str]]] = {
    ("overview", "totals"): [
        (totals(), EMPTY),
        (totals(cost_cents=1_250), f"{EMPTY} Ausgegeben wurden 12,50{NBSP}€."),
        (totals(visitors=1), "Im Zeitraum kam ein Besucher; es entstanden keine Reservierungen."),
        (totals(visitors=1, reservations=1, quote=1_000_000),
         "Im Zeitraum kam ein Besucher; es entstand eine Reservierung (Quote 100 %)."),
        (totals(visitors=1204, visitors_before=1075, reservations=34, reservations_before=34, quote=28_239,
                cost_cents=170_000, cost_per_reservation=5_000),
         "Im Zeitraum kamen 1.204 Besucher, 12 % mehr als davor; es entstanden 34 Reservierungen, so viele wie davor "
         "(Quote 2,8 %). Auf alle Reservierungen verteilt, auch auf die ohne Kampagne, kostete jede "
         f"50{NBSP}€."),
        (totals(visitors=2, visitors_before=0, reservations_before=3, cost_cents=None),
         "Im Zeitraum kamen 2 Besucher, davor keine; es entstanden keine Reservierungen, davor 3. Der Unterschied "
         "an Reservierungen kann Zufall sein: zu klein, um es zu sagen."),
        (totals(visitors=900, reservations=152, reservations_before=174, quote=168_889),
         "Im Zeitraum kamen 900 Besucher; es entstanden 152 Reservierungen, 12,6 % weniger als davor (Quote 16,9 %). "
         "Der Unterschied an Reservierungen kann Zufall sein: zu klein, um es zu sagen."),
        (totals(visitors=900, reservations=152, reservations_before=240, quote=168_889),
         "Im Zeitraum kamen 900 Besucher; es entstanden 152 Reservierungen, 36,7 % weniger als davor (Quote 16,9 %)."),
        (totals(reservations=2, cost_per_reservation=0),
         "Im Zeitraum kamen keine Besucher; es entstanden 2 Reservierungen."),
    ],
    ("overview", "days"): [
        ([of_day(1, 3, 0), of_day(2, 1204, 1)], "Die meisten Besucher kamen am 02.05.2026: 1.204. Die meisten "
         f"Reservierungen brachte der 02.05.2026 mit einer Reservierung.{CHANCE}"),
        ([of_day(1, 3, 0), of_day(2, 4, 1), of_day(3, 90, 20)],
         "Die meisten Besucher kamen am 03.05.2026: 90. Die meisten Reservierungen brachte der 03.05.2026 mit 20 "
         "Reservierungen."),
        ([of_day(1, 3, 0)], "…Reserviert hat an keinem Tag jemand."),
        ([of_day(1, 0, 0)], EMPTY),
        ([], EMPTY),
        ([of_day(1, 0, 1)], "Besuche sind nicht gezählt. Reservierungen im Zeitraum: eine Reservierung."),
        ([of_day(1, 3, 2), of_day(2, 3, 2)], "…kamen am 01.05.2026: 3, ebenso viele an einem weiteren Tag. Die meisten "
         "Reservierungen brachte der 01.05.2026 mit 2 Reservierungen, ebenso viele ein weiterer Tag."),
    ],
    ("breakdown", "values"): [
        ([], EMPTY),
        ([value("google", 0, 0)], EMPTY),
        ([value("messe", 0, 0, 5_000)], f"{EMPTY} Ausgegeben wurden 50{NBSP}€."),
        ([value("google", 1, 0)], "Reserviert hat niemand; am häufigsten kam jemand über „google“ (ein Besucher)."),
        ([value("google", 9, 1)], "Am meisten kam über „google“: eine Reservierung, 100 % von allen."),
        ([value("", 9, 2), value("direct", 3, 1)],
         f"Am meisten kam ohne Angabe in diesem Feld: 2 Reservierungen, 66,7 % von allen.{CHANCE}"),
        ([value("", 9, 20), value("direct", 3, 1)],
         "Am meisten kam ohne Angabe in diesem Feld: 20 Reservierungen, 95,2 % von allen."),
        ([value("direct", 9, 2)], "Am meisten kam über direkte Aufrufe: 2 Reservierungen, 100 % von allen."),
        ([value("google", 9, 2, 1_000), value("bing", 3, 1, 99_000)],
         f"Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen.{CHANCE} "
         f"Am teuersten war eine Reservierung über „bing“: 990{NBSP}€ bei einer Reservierung."),
        ([value("google", 9, 2, 1_000), value("bing", 3, 1, 900)],
         f"Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen.{CHANCE}"),
        ([value("google", 9, 2, 1_000), value("bing", 3, 1, 99_000), value("plakate", 0, 0, 146_017)],
         f"Am meisten kam über „google“: 2 Reservierungen, 66,7 % von allen.{CHANCE} "
         f"Keine Reservierung brachten 1.460,17{NBSP}€ über „plakate“. "
         f"Am teuersten war eine Reservierung über „bing“: 990{NBSP}€ bei einer Reservierung."),
        ([value("messe", 4, 0, 3_000), value("plakate", 0, 0, 1_000)],
         f"Reserviert hat niemand; am häufigsten kam jemand über „messe“ (4 Besucher).{CHANCE} "
         f"Keine Reservierung brachten 40{NBSP}€, das meiste davon über „messe“: 30{NBSP}€."),
        ([value("google", 9, 1), value("bing", 3, 1), value("flyer", 2, 1)],
         "…über „google“: eine Reservierung, 33,3 % von allen, ebenso viele über 2 weitere Werte."),
        ([value("google", 3, 0), value("bing", 3, 0)],
         "…über „google“ (3 Besucher, ebenso viele über einen weiteren Wert)."),
    ],
    ("overview", "changes"): [
        ([moved("google", 60, 88), moved("", 12, 10)],
         "Am meisten änderte es sich über „google“: 60 statt 88 Reservierungen, aus 600 statt 880 Besuchern."),
        ([moved("google", 9, 12)],
         "…9 statt 12 Reservierungen, aus 90 statt 120 Besuchern. Das kann Zufall sein: zu klein, um es zu sagen."),
        ([moved("google", 9, 9)], "Bei keiner Herkunft änderte sich die Zahl der Reservierungen."),
        ([], "Vom Zeitraum davor ist nichts bekannt, oder es ist kein Vergleich gewählt."),
    ],
    ("funnel", "steps"): [
        (steps(), EMPTY),
        (steps(1), "Aus einem Besuch wurden keine Reservierungen und daraus bis heute keine Verträge."),
        (steps(1204, 100, 40, 38, 36, 34, 34, 30, 1),
         "Aus 1.204 Besuchen wurden 34 Reservierungen und daraus bis heute ein Vertrag. Ein Vertrag folgt sechs bis "
         "acht Wochen nach der Reservierung; jüngere können noch keinen haben. "
         "Der größte Anteil geht zwischen „Formular begonnen“ und „Schritt 2“ verloren: 60 % (60 von 100)."),
        (steps(90, 40, 0, 0, 38, 0, 2, 0, 2),
         "…Besuche und Reservierungen werden verschieden gezählt und müssen nicht gleich sein.…"),
        (steps(0, 0, 0, 0, 0, 0, 1, 1), "Besuche sind nicht gezählt; es gab eine…"),
        # the greatest share, not the greatest number
        (steps(9000, 1280, 837, 650, 525, 149, 152),
         "…Der größte Anteil geht zwischen „Schritt 4“ und „Danke-Seite“ verloren: 71,6 % (376 von 525)."),
        (steps(9000, 100, 60, 19, 1, 0), "…und „Schritt 3“ verloren: 68,3 % (41 von 60)."),
        (steps(9000, 100, 60, 30, 25, 20),
         "…und „Schritt 3“ verloren: 50 % (30 von 60). Dass der Anteil dort am größten ist, kann Zufall sein: zu "
         "klein, um es zu sagen."),
        (steps(30, 4, 3, 3, 3, 0), "…und „Danke-Seite“ verloren: 100 % (3 von 3)."),
    ],
    ("funnel", "origins"): [
        ([GOOGLE, FEW], MOST),
        ([GOOGLE, FEW, MORE],
         f"{MOST} Dass eine Herkunft eine bessere Quote hat als die anderen, kann Zufall sein: zu klein, um es zu "
         "sagen."),
        ([GOOGLE, FEW, landed("", 200, 18, 90_000)],
         f"{MOST}{CHANCE} Am besten ist die Quote über direkte Aufrufe: 9 % (18 von 200)."),
        ([landed("google", 1000, 0, 20_000)], "Reserviert hat in diesem Zeitraum niemand."),
        ([], EMPTY),
        ([landed("google", 5, 2, None), landed("bing", 5, 2, None)],
         "…über „google“: 2 Reservierungen, ebenso viele über eine weitere Herkunft.…"),
    ],
    ("funnel", "cells"): [
        ([], EMPTY),
        ([cell("/", "phone", 99, 0), cell("/", "computer", 1000, 200)],
         "Das Formular begannen 200 von 1.099 Besuchen (18,2 %). Keine Zielseite fällt auf einem Gerät über den Zufall "
         "hinaus ab, soweit sie mindestens 100 Besuche hatte."),
        # the one beyond chance that lacks most comes first; what is apart only by chance, or better, is not named
        ([cell("/pilot", "phone", 400, 20), cell("/faqs", "tablet", 100, 0), cell("/", "computer", 1000, 200),
          cell("/", "phone", 100, 15)],
         "…(14,7 %). Über den Zufall hinaus seltener als sonst: /pilot (Telefon) 5 % von 400 Besuchen, zwischen 3,8 % "
         "und 6,6 %; /faqs (Tablet) 0 % von 100 Besuchen, zwischen 0 % und 1,6 %."),
        ([cell("", "unknown", 500, 0), cell("/", "phone", 500, 100)],
         "…: ohne Zielseite (nicht bekannt) 0 % von 500 Besuchen,…"),
    ],
    ("breakdown", "cells"): [
        ([], EMPTY),
        ([pair("google", "/pilot", 9, 0)], "Reserviert hat aus diesen Paaren niemand."),
        ([pair("google", "/pilot", 1, 1)],
         "Am meisten reserviert wurde bei „google“ und „/pilot“: eine Reservierung von einem Besucher."),
        ([pair("google", "/", 9, 2), pair("", "/pilot", 20, 3)],
         f"Am meisten reserviert wurde bei „ohne Angabe“ und „/pilot“: 3 Reservierungen von 20 Besuchern.{CHANCE}"),
        ([pair("google", "/", 9, 3), pair("", "/pilot", 20, 3)],
         "Am meisten reserviert wurde bei „ohne Angabe“ und „/pilot“: 3 Reservierungen von 20 Besuchern, ebenso viele "
         "bei einem weiteren Paar."),
    ],
    ("contracts", "totals"): [
        ([agreed(0)], "Im Zeitraum wurde kein Vertrag geschlossen."),
        ([agreed(1)], "Im Zeitraum wurde ein Vertrag über 1.378\u00a0€ geschlossen. Noch läuft die Widerrufsfrist."),
        ([agreed(2, 1, 1)], "Im Zeitraum wurden 2 Verträge über 2.756\u00a0€ geschlossen. "
         "Die Widerrufsfrist ist bei einem vorbei, und er wurde widerrufen."),
        ([agreed(3, 1)], "Im Zeitraum wurden 3 Verträge über 4.134\u00a0€ geschlossen. "
         "Die Widerrufsfrist ist bei einem vorbei, und er wurde nicht widerrufen."),
        ([agreed(40, 30, 3)], "Im Zeitraum wurden 40 Verträge über 55.120\u00a0€ geschlossen. "
         "Die Widerrufsfrist ist bei 30 vorbei; von diesen sind 3 widerrufen (10 %)."),
    ],
    ("contracts", "liquidity"): [
        ([flows(0, 0, 0)], "Im Zeitraum ging nichts ein. Bis in zwölf Monaten wird nichts erwartet."),
        ([flows(100_00, 0, 79_00), flows(None, None, 21_00)],
         "Im Zeitraum gingen 100\u00a0€ ein. Bis in zwölf Monaten werden 100\u00a0€ erwartet."),
        ([flows(100_00, 79_00, 0)],
         "Im Zeitraum gingen 100\u00a0€ ein; 79\u00a0€ davon oder von früher hat die Bank zurückgeholt. Bis in "
         "zwölf Monaten wird nichts erwartet."),
    ],
    ("contracts", "arrears"): [
        ([overdue("0 bis 14 Tage", 0)], "Heute ist nichts überfällig."),
        ([overdue("0 bis 14 Tage", 79_00), overdue("über 60 Tage", 0)],
         "Heute sind 79\u00a0€ offen, alles seit 0 bis 14 Tagen."),
        ([overdue("0 bis 14 Tage", 79_00), overdue("über 60 Tage", 21_00)],
         "Heute sind 100\u00a0€ offen, davon 21\u00a0€ seit über 60 Tagen."),
    ],
    ("contracts", "weeks"): [
        ([], "Im Zeitraum wurde kein Vertrag geschlossen."),
        ([{"week": 1, "contracts": 1}], "Ein Vertrag in einer Woche, nach der letzten bekannten Herkunft."),
        ([{"week": 1, "contracts": 1}, {"week": 1, "contracts": 2}, {"week": 2, "contracts": 4}],
         "7 Verträge in 2 Wochen, nach der letzten bekannten Herkunft."),
    ],
    ("money", "campaigns"): [
        ([costly("Funk", "not_worth", 300, 900), costly("Flyer", "worth", 5, 9)],
         f"Am meisten, ohne sich zu lohnen, kostete „Funk“: 1.000{NBSP}€ für höchstens 3 Verträge."),
        ([costly("Flyer", "worth", 5, 9)], f"Sicher lohnt sich „Flyer“: 5{NBSP}€ bis 9{NBSP}€ je Vertrag."),
        ([costly("Brief", "worth", 10, 30), costly("Flyer", "worth", 5, 9)],
         f"Am meisten lohnt sich „Flyer“: 5{NBSP}€ bis 9{NBSP}€ je Vertrag."),
        ([costly("Brief", "worth", 8, 30), costly("Flyer", "worth", 5, 9)],
         "Sicher lohnen sich 2 Herkünfte; welche am meisten, kann Zufall sein: zu klein, um es zu sagen."),
    ],
    ("money", "certainty"): [
        ([], "Noch gibt es keine Verträge, die alt genug für ein Urteil sind."),
        ([credited("flyer")], "Noch gibt es keine Verträge, die alt genug für ein Urteil sind."),
        ([credited("google", 2, 2)], "Die sechs Modelle sind sich einig."),
        ([credited("google", 2, 2), credited("bing", 0, 1), credited("flyer")],
         "Bei 1 von 2 Herkünften rechnen alle sechs Modelle dieselben Verträge zu."),
    ],
    ("money", "told"): [
        ([], "Im Zeitraum hat noch niemand gesagt, woher er von uns weiß."),
        ([said("Zeitung", "google", 2)],
         "Jede Antwort stammt von einem Haushalt, dessen Herkunft auch gemessen ist."),
        ([said("Zeitung", "Direkt", 1)], "Ein Haushalt, der ohne erkennbare Herkunft kam, sagte „Zeitung“."),
        ([said("Zeitung", "Direkt", 2), said("Freunde", "Direkt", 2)],
         "4 Haushalte…; am häufigsten sagten sie „Zeitung“ (2, ebenso oft eine weitere Antwort)."),
        ([said("Zeitung", "Direkt", 2), said("Freunde", "Direkt", 3), said("Freunde", "google", 9)],
         "5 Haushalte kamen ohne erkennbare Herkunft und haben geantwortet; am häufigsten sagten sie „Freunde“ (3)."
         f"{CHANCE}"),
    ],
    ("money", "quarters"): [
        ([], "Für die Tage, die alt genug für ein Urteil sind, sind keine Kosten eingetragen."),
        ([of_quarter(contracted=0, paid_contracted=0, cost_per_contract=None, paid_cost_per_contract=None)],
         f"3. Quartal 2026: 1.200{NBSP}€ Kosten, noch kein Vertrag."),
        ([of_quarter(cost_cents=None), of_quarter()],
         f"3. Quartal 2026: 1.200{NBSP}€ Kosten, 4 Verträge, 300{NBSP}€ je Vertrag, nur aus bezahlten Kampagnen "
         f"600{NBSP}€. Je Euro kamen 5,50{NBSP}€ Umsatz; die Kosten sind einen Monat nach dem Netzanschluss wieder "
         "da."),
        ([of_quarter(ripe_until=date(2026, 8, 1), paid_contracted=4, paid_cost_per_contract=30_000, payback_months=0)],
         f"3. Quartal 2026 bis 01.08.2026: 1.200{NBSP}€ Kosten, 4 Verträge, 300{NBSP}€ je Vertrag. Je Euro kamen "
         f"5,50{NBSP}€ Umsatz; schon die Einrichtungsgebühren decken die Kosten."),
        ([of_quarter(paid_contracted=0, paid_cost_per_contract=None, payback_months=None)],
         "…je Vertrag, keiner davon aus bezahlten Kampagnen. …; die Kosten kommen in 48 Monaten nicht wieder."),
        ([of_quarter(payback_months=12)], "…; die Kosten sind 12 Monate nach dem Netzanschluss wieder da."),
    ],
    ("money", "cohorts"): [
        ([of_month(2, 1), of_month(8, 4), of_month(12, 9)],
         "8 Wochen nach der Reservierung hatten 40 % einen Vertrag (4 von 10)."),
        ([of_month(2, 4)], "2 Wochen nach der Reservierung hatten 40 %…"),
        ([], "Noch ist kein Monat dieses Zeitraums lange genug her…"),
    ],
    ("money", "durations"): [
        ([], "Wie lange es vom ersten Besuch an dauert, weiß man nicht: Niemand hat erlaubt, ihn sich zu merken."),
        ([after(0, 0, None), after(None, 3, None)], "…weiß man nicht…"),
        ([after(4, 1, 1_000_000)],
         "Bei einem Haushalt sind frühere Besuche bekannt: Er reservierte binnen 4 Tagen."),
        ([after(0, 6, 600_000), after(1, 2, 800_000), after(13, 2, 1_000_000), after(None, 5, None)],
         "Bei 10 Haushalten sind frühere Besuche bekannt: Vom ersten an reservierte die Hälfte am selben Tag, neun von "
         "zehn binnen 13 Tagen."),
        ([after(1, 9, 1_000_000)], "…die Hälfte binnen eines Tages, neun von zehn binnen eines Tages."),
    ],
    ("money", "compared"): [
        ([priced(3, 5)],
         "Was sich bei einer Kampagne am Preis eines Vertrags geändert hat, kann Zufall sein: zu klein, um es zu "
         "sagen."),
        ([priced(3, 5), priced(30, 60, 90_000)],
         f"Am stärksten änderte es sich bei „Herbst“: 30{NBSP}€ je Vertrag statt 5{NBSP}€."),
    ],
    ("reservations", "rows"): [
        ([], "Zu dieser Auswahl gibt es keine Reservierungen."),
        ([RESERVED], "Zu dieser Auswahl gehört eine Reservierung über 2.000 kWh im Jahr."),
        ([RESERVED, RESERVED], "Zu dieser Auswahl gehören 2 Reservierungen über zusammen 4.000 kWh im Jahr."),
    ],
    ("referrals", "totals"): [
        ([{"uses": 0, "valid": 0, "contracted": 0}], "Im Zeitraum kam niemand mit einem Empfehlungscode."),
        ([{"uses": 3, "valid": 2, "confirmed": 1, "contracted": 1}],
         "Mit einem Empfehlungscode kamen 3 Reservierungen; 33,3 % davon zählen, mit gültigem Code und bestätigter "
         "Adresse; bei 1 weiteren ist die Adresse noch nicht bestätigt, und es wurde ein Vertrag daraus."),
        # nobody at all has confirmed an address yet: there is no such column
        ([{"uses": 4, "valid": 1, "contracted": 0}],
         "Mit einem Empfehlungscode kamen 4 Reservierungen; 25 % davon haben einen gültigen Code, die Adressen sind "
         "noch nicht bestätigt, und es wurden keine Verträge daraus."),
    ],
    ("referrals", "codes"): [
        ([brought(code, "Haushalt", 2) for code in ("AB", "CD")],
         "Die meisten kamen mit „AB“ (Haushalt): 2 Empfehlungen, die zählen, ebenso viele mit einem weiteren Code."),
        ([brought("einmal verwendet", "Haushalte", 9)], "Kein Code wurde mehrmals verwendet."),
        ([brought("AB", "Haushalt", 15, 8), brought("einmal", "Haushalte", 10, 5), brought("SV", "Verein", 40, 2)],
         "…Verträge wurden von Haushalten 52 % (13 von 25), von Partnern 5 % (2 von 40)."),
        ([brought("AB", "Haushalt", 20, 10), brought("SV", "Verein", 10, 4)],
         "…von Partnern 40 % (4 von 10). Der Unterschied kann Zufall sein: zu klein, um es zu sagen."),
        ([brought("AB", "Haushalt", 2, 2), brought("SV", "Verein", 0, 0, further=3)],
         f"Die meisten kamen mit „AB“ (Haushalt): 2 Empfehlungen, die zählen.{CHANCE} Weiterempfohlen wurde am meisten "
         f"durch „SV“ (Verein): zu keinem eigenen Vertrag kommen 3 durch andere.{CHANCE}"),
    ],
    ("capacity", "mix"): [
        (SPOTS, "…das Paket Premium mit 50 % der reservierten Plätze, ebenso viele ein weiteres Paket; am häufigsten "
         "gezahlt wird mit Einmalzahlung (50 %, ebenso oft auf eine weitere Weise).…"),
    ],
}  # fmt: skip
"""What each table says of its rows. „…“ stands for anything."""


@pytest.mark.parametrize(("report", "table"), SENTENCES)
def test_a_table_says_what_its_rows_tell(report: str, table: str, subtests: pytest.Subtests) -> None:
    for rows, words in SENTENCES[report, table]:
        with subtests.test(words):
            assert re.fullmatch(re.escape(words).replace("…", ".*"), told(report, table, rows))


SHORTENED = "Gezeigt sind die ersten 1 von 1.204 Zeilen."


@pytest.mark.parametrize(
    ("report", "table", "row", "sentence"),
    [
        ("overview", "days", of_day(1, 3, 1), SHORTENED),
        ("breakdown", "values", value("google", 9, 2, 1_000),
         f"Am meisten kam über „google“: 2 Reservierungen. {SHORTENED}"),
        ("reservations", "rows", RESERVED, "Zu dieser Auswahl gehören 1.204 Reservierungen; gezeigt sind die neuesten "
         "1."),
    ],
)  # fmt: skip
def test_no_sentence_speaks_of_rows_that_are_not_at_hand(
    report: str, table: str, row: dict[str, Any], sentence: str
) -> None:
    assert told(report, table, [row], total=1204) == sentence


@pytest.mark.parametrize(("kind", "named"), [("channel_group", "Soziale Netze, unbezahlt"), ("text", "social")])
def test_a_channel_group_is_named_by_its_label_and_a_tag_of_that_name_is_not(kind: str, named: str) -> None:
    result = result_of("breakdown", "values", [value("social", 9, 1)])
    columns = tuple(replace(one, kind=kind) if one.name == "value" else one for one in result.columns)
    words = sentences("breakdown", {"values": replace(result, columns=columns)})["values"]
    assert words == f"Am meisten kam über „{named}“: eine Reservierung, 100 % von allen."


def test_figures_in_sentences_are_german() -> None:
    assert (percent(34_000), percent(120_000), percent(1_234_567)) == ("3,4 %", "12 %", "123,5 %")
    assert (pieces(12_350_000), pieces(1_000_000), pieces(1_204_000_000)) == ("12,4", "1", "1.204")
    assert (change(3, None), change(0, 0), change(3, 4)) == ("", "", ", 25 % weniger als davor")
