"""Sentences on what a contract cost: which money was worth it, which was not, and what cannot be said yet."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from analytics.reporting import TableResult, Tables
from services.core.german import number, numeric_day
from services.reports.sentences.words import counted, euros, origin, percent, tied
from services.reports.verdicts import (
    BY_CHANCE,
    NOT_WORTH,
    TOO_SMALL,
    WORTH,
    are_apart,
    first_apart,
    may_be_chance,
    of_price,
)

NOTHING_TO_COMPARE = (
    "Nichts zu vergleichen: Es ist kein Vergleich gewählt, oder einer der beiden Zeiträume ist noch nicht ganz reif."
)
NO_PRICES = "Bei keiner Kampagne ist aus beiden Zeiträumen bekannt, was ein Vertrag kostete."
NO_COSTS = "Für die Tage, die alt genug für ein Urteil sind, sind keine Kosten eingetragen."


def sentences(tables: Tables) -> Mapping[str, str]:
    """The sums by verdict, what the latest quarter that is known came to, the origin of which most money was lost, and
    what moved most against the other period.
    """
    told = {}
    if "quarters" in tables:
        told["quarters"] = _quarters(tables["quarters"].rows)
    if "totals" in tables and tables["totals"].rows:
        told["totals"] = _totals(tables["totals"].rows[0])
    if "campaigns" in tables:
        told["campaigns"] = _campaigns(tables["campaigns"])
    if "compared" in tables:
        told["compared"] = _compared(tables["compared"].rows)
    if "told" in tables:
        told["told"] = _told(tables["told"].rows)
    if "certainty" in tables:
        told["certainty"] = _certainty(tables["certainty"].rows)
    if "cohorts" in tables:
        told["cohorts"] = _cohorts(tables["cohorts"].rows)
    if "durations" in tables:
        told["durations"] = _durations(tables["durations"].rows)
    return told


def _totals(row: dict[str, Any]) -> str:
    if row["cost_cents"] is None:
        if row["unripe_cost_cents"] is not None:
            return f"Noch nicht reif: Ein Urteil gibt es frühestens am {numeric_day(row['ripe_on'])}."
        return NO_COSTS
    if row["target_cents"] is None:
        return f"Ob sich {euros(row['cost_cents'])} gelohnt haben, sagt erst ein Ziel: was ein Vertrag kosten darf."
    worth, lost, unknown = row["worth_cents"], row["not_worth_cents"], row["open_cents"]
    known = _known(worth, lost)
    if not unknown:
        return f"{known}."
    if not known:
        return f"Haben sich {euros(unknown)} gelohnt? Die Zahl der Verträge ist {TOO_SMALL}."
    return f"{known}. Bei {euros(unknown)} ist die Zahl der Verträge {TOO_SMALL}."


def _quarters(rows: list[dict[str, Any]]) -> str:
    """„3. Quartal 2026: 12.357,79 € Kosten, 76 Verträge, 162,60 € je Vertrag; je Euro 8,35 € Umsatz.“"""
    row = next((row for row in rows if row["cost_cents"]), None)
    if row is None:
        return NO_COSTS
    until = f" bis {numeric_day(row['ripe_until'])}" if row["ripe_until"] else ""
    told = f"{row['quarter']}{until}: {euros(row['cost_cents'])} Kosten, "
    if not row["contracted"]:
        return f"{told}noch kein Vertrag."
    told += f"{counted(row['contracted'], 'ein Vertrag', 'Verträge')}, {euros(row['cost_per_contract'])} je Vertrag"
    if row["paid_cost_per_contract"] is None:
        told += ", keiner davon aus bezahlten Kampagnen"
    elif row["paid_contracted"] < row["contracted"]:
        told += f", nur aus bezahlten Kampagnen {euros(row['paid_cost_per_contract'])}"
    return f"{told}. {_back(row)}"


def _back(row: dict[str, Any]) -> str:
    sales = f"Je Euro kamen {euros(row['sales_per_euro'])} Umsatz"
    match row["payback_months"]:
        case None:
            return f"{sales}; die Kosten kommen in 48 Monaten nicht wieder."
        case 0:
            return f"{sales}; schon die Einrichtungsgebühren decken die Kosten."
        case months:
            after = counted(months, "einen Monat", "Monate")
            return f"{sales}; die Kosten sind {after} nach dem Netzanschluss wieder da."


def _known(worth: int, lost: int) -> str:
    if worth and lost:
        return f"{euros(worth)} haben sich gelohnt, {euros(lost)} nicht"
    if worth:
        return f"{euros(worth)} haben sich gelohnt"
    return f"{euros(lost)} haben sich nicht gelohnt" if lost else ""


def _campaigns(table: TableResult) -> str:
    rows = table.rows
    lost = [row for row in rows if row["verdict"] == NOT_WORTH]
    if lost:
        most = max(lost, key=lambda row: row["cost_cents"])
        return f"Am meisten, ohne sich zu lohnen, kostete {_named(most)}: {euros(most['cost_cents'])}{_for(most)}."
    worth = [row for row in rows if row["verdict"] == WORTH]
    if worth:
        best = first_apart(sorted(worth, key=lambda row: row["most_cents"]), _price)
        if best is not None and len(worth) > 1:
            return f"Am meisten lohnt sich {_named(best)}: {_euros(best)} je Vertrag."
        if len(worth) == 1:
            return f"Sicher lohnt sich {_named(worth[0])}: {_euros(worth[0])} je Vertrag."
        return f"Sicher lohnen sich {number(len(worth))} Herkünfte; welche am meisten, {BY_CHANCE}."
    return "" if any(row["cost_cents"] is not None for row in rows) else NO_COSTS


def _told(rows: list[dict[str, Any]]) -> str:
    """„12 Haushalte kamen ohne erkennbare Herkunft und haben geantwortet; am häufigsten sagten sie „Zeitung“ (5).“"""
    if not rows:
        return "Im Zeitraum hat noch niemand gesagt, woher er von uns weiß."
    answers: Counter[str] = Counter()
    for row in rows:
        if row["measured"] == "Direkt":
            answers[row["told"]] += row["answers"]
    if not answers:
        return "Jede Antwort stammt von einem Haushalt, dessen Herkunft auch gemessen ist."
    said, most = max(answers.items(), key=lambda one: (one[1], one[0]))
    if answers.total() == 1:
        return f"Ein Haushalt, der ohne erkennbare Herkunft kam, sagte „{said}“."
    others = tied(answers.values(), most, "ebenso oft eine weitere Antwort", "ebenso oft {} weitere Antworten")
    said_most = f"am häufigsten sagten sie „{said}“ ({most}{others})"
    chance = may_be_chance(answers.values())
    return f"{answers.total()} Haushalte kamen ohne erkennbare Herkunft und haben geantwortet; {said_most}.{chance}"


def _certainty(rows: list[dict[str, Any]]) -> str:
    """„Bei 3 von 7 Herkünften rechnen alle sechs Modelle dieselben Verträge zu.“"""
    known = [row for row in rows if row["most_ppm"]]
    if not known:
        return "Noch gibt es keine Verträge, die alt genug für ein Urteil sind."
    agreed = sum(row["fewest_ppm"] == row["most_ppm"] for row in known)
    if len(known) == 1:
        return f"Die sechs Modelle sind sich {'einig' if agreed else 'nicht einig'}."
    return f"Bei {agreed} von {len(known)} Herkünften rechnen alle sechs Modelle dieselben Verträge zu."


def _compared(rows: list[dict[str, Any]]) -> str:
    """The campaign of which the price of a contract moved most, by whatever factor and beyond chance."""
    if not rows:
        return NOTHING_TO_COMPARE
    known = [row for row in rows if None not in (row["cost_per_contract"], row["cost_per_contract_before"])]
    if not known:
        return NO_PRICES
    changed = [row for row in known if _is_beyond_chance(row)]
    if not changed:
        return f"Was sich bei einer Kampagne am Preis eines Vertrags geändert hat, {BY_CHANCE}."
    row = max(changed, key=lambda row: max(_prices(row)) / max(1, min(_prices(row))))
    now, before = _prices(row)
    return f"Am stärksten änderte es sich bei {_named(row)}: {euros(now)} je Vertrag statt {euros(before)}."


def _cohorts(rows: list[dict[str, Any]]) -> str:
    """How many had signed after eight weeks, or after the longest time that is over for any of them."""
    if not rows:
        return "Noch ist kein Monat dieses Zeitraums lange genug her, um etwas über ihn zu sagen."
    after = [row for row in rows if row["weeks_since"] <= 8]
    weeks = max(row["weeks_since"] for row in after)
    reached = [row for row in after if row["weeks_since"] == weeks]
    signed, made = (sum(row[name] for row in reached) for name in ("contracted", "reservations"))
    share = percent(signed * 1_000_000 // made)
    of = f"{number(signed)} von {number(made)}"
    return f"{number(weeks)} Wochen nach der Reservierung hatten {share} einen Vertrag ({of})."


def _durations(rows: list[dict[str, Any]]) -> str:
    """„Vom ersten Besuch an reservierte die Hälfte binnen 2 Tagen, neun von zehn binnen 13 Tagen.“"""
    known = [row for row in rows if row["remembered"] and row["days"] is not None]
    remembered = sum(row["remembered"] for row in known)
    if not known:
        return "Wie lange es vom ersten Besuch an dauert, weiß man nicht: Niemand hat erlaubt, ihn sich zu merken."
    if remembered == 1:
        [row] = known
        return f"Bei einem Haushalt sind frühere Besuche bekannt: Er reservierte {_within(row['days'])}."
    half, most = (next(row["days"] for row in known if row["share_so_far"] >= part) for part in (500_000, 900_000))
    return (
        f"Bei {number(remembered)} Haushalten sind frühere Besuche bekannt: Vom ersten an reservierte die Hälfte "
        f"{_within(half)}, neun von zehn {_within(most)}."
    )


def _within(days: int) -> str:
    if days < 1:
        return "am selben Tag"
    return "binnen eines Tages" if days == 1 else f"binnen {number(days)} Tagen"


def _prices(row: dict[str, Any]) -> tuple[int, int]:
    return row["cost_per_contract"], row["cost_per_contract_before"]


def _is_beyond_chance(row: dict[str, Any]) -> bool:
    """Whether the prices of a contract in the two periods are apart, however many contracts chance brought each."""
    now, before = (
        of_price(row[f"cost_cents{after}"], row[f"contracts_ppm{after}"] // 1_000_000) for after in ("", "_before")
    )
    return are_apart(now, before)


def _named(row: dict[str, Any]) -> str:
    return f"„{row['name']}“" if row["name"] else origin(row)


def _for(row: dict[str, Any]) -> str:
    """What it brought, in whole contracts of the model that credits most."""
    if not row["most_ppm"]:
        return " für keinen Vertrag"
    most = -(-row["most_ppm"] // 1_000_000)
    return f" für höchstens {counted(most, 'einen Vertrag', 'Verträge')}"


def _price(row: dict[str, Any]) -> tuple[int, int]:
    return row["least_cents"], row["most_cents"]


def _euros(row: dict[str, Any]) -> str:
    return f"{euros(row['least_cents'])} bis {euros(row['most_cents'])}"
