"""The sentences of a household's paper. Pure: every figure comes from what its page shows."""

from datetime import datetime
from decimal import Decimal
from typing import Final

from services.core.clock import berlin_day
from services.core.german import long_day, number
from services.core.money import format_decimal
from services.household.schemas import HouseholdReservationOut, ShareFiguresOut
from services.mail import money_words as money
from services.mail.money_words import eur
from services.offer import TERM_YEARS, YEARLY_PLATFORM_FEE_CENTS
from services.reservations.states import HOLDS_A_SPOT, ReservationState

Due = tuple[str, str, str]
"""When, for what, how much."""

_SIGNED: Final = frozenset({ReservationState.CONTRACTED, ReservationState.ACTIVE})
_CONTACT: Final = "Fragen? Nennen Sie uns bitte immer Ihre Referenz."


def title_of(own: HouseholdReservationOut) -> str:
    """The heading."""
    if own.state in HOLDS_A_SPOT:
        return f"Ihr Platz {number(own.spot_number)}"
    return f"Platz {number(own.spot_number)}: Reservierung beendet"


def lead_of(own: HouseholdReservationOut) -> str:
    """Where the place is and how firm it is."""
    park = f"Solarpark {own.park.name}"
    if own.state not in HOLDS_A_SPOT:
        return f"{park}. Gekostet hat die Reservierung nichts."
    if own.state in _SIGNED:
        return f"{park}. Der Vertrag ist geschlossen."
    return f"{park}. Kostenlos und unverbindlich für Sie reserviert."


def identity(own: HouseholdReservationOut) -> list[tuple[str, str]]:
    """Who and what it is about, for the column next to the park."""
    confirmed = own.steps.confirmed_at
    return [
        ("Für", f"{own.first_name} {own.last_name}"),
        ("Reserviert", long_day(own.steps.reserved_at)),
        ("E-Mail", f"bestätigt am {long_day(confirmed)}" if confirmed else "noch nicht bestätigt"),
        ("Solarpaket", f"{own.figures.package}, {number(own.figures.annual_kwh)} kWh im Jahr erwartet"),
        ("Zahlung", plan_name(own.figures)),
    ]


def plan_name(figures: ShareFiguresOut) -> str:
    """The plan in two words."""
    return f"{figures.plan_months} Raten" if figures.plan_months else "einmal"


def back_lines(figures: ShareFiguresOut) -> list[str]:
    """What is expected at the minimum, then the household's assumption where it is another one."""
    year = (figures.least_annual_cents, figures.annual_kwh)
    paid, once = figures.least_covered_tenth_years, figures.least_covered_once_tenth_years
    covered = money.covered(paid, once, figures.plan_months, money.minimum(*year))
    lines = [f"{money.basis(*year)}.", f"{money.in_term(*year)}.", f"Was Sie zahlen, ist {covered}."]
    if figures.total_credits_cents > figures.least_total_cents:
        lines.append(
            f"Ihre Annahme, {money.cent(figures.credit_tenth_ct)}: {eur(figures.annual_credit_cents)} im Jahr, "
            f"{eur(figures.total_credits_cents)} in {TERM_YEARS} Jahren."
        )
    return [line.replace("\u00a0", " ") for line in lines]


def plan_pairs(figures: ShareFiguresOut) -> list[tuple[str, str]]:
    """A plan after its instalment: number, surcharge, effective rate, total, last instalment."""
    if not figures.plan_months:
        return [("Einrichtung dazu", eur(figures.setup_fee_cents))]
    more = figures.plan_total_cents - figures.price_cents
    return [
        ("Anzahl", f"{figures.plan_months} Raten, monatlich"),
        ("Aufpreis", f"{eur(more)} mehr als einmal bezahlt"),
        ("Effektiver Jahreszins", f"{percent(figures.effective_interest_bp)} (nominal "
         f"{percent(figures.nominal_interest_bp)})"),
        ("Summe der Raten", eur(figures.plan_total_cents)),
        ("Letzte Rate", eur(figures.last_instalment_cents)),
    ]  # fmt: skip


def dues(figures: ShareFiguresOut) -> list[Due]:
    """What costs what, and when; the sum comes last."""
    months = figures.plan_months
    paid = f"{months} Raten" if months else f"Paket {figures.package}, einmal bezahlt"
    return [
        ("Heute", "Reservierung, ohne Zahlungskarte", eur(0)),
        ("Mit dem Vertrag", "Einrichtung", eur(figures.setup_fee_cents)),
        ("Wenn der Park am Netz ist", paid, eur(figures.plan_total_cents)),
        ("Jedes Jahr", "Jahresgebühr", eur(YEARLY_PLATFORM_FEE_CENTS)),
        ("Zusammen", "", eur(figures.plan_total_cents + figures.setup_fee_cents)),
    ]


def next_steps(own: HouseholdReservationOut) -> list[str]:
    """What comes next, as far as it is still ahead."""
    if own.state not in HOLDS_A_SPOT:
        return []
    steps = []
    if own.state not in _SIGNED:
        if not own.steps.confirmed_at:
            steps.append("Öffnen Sie unsere E-Mail und bestätigen Sie dort Ihre Adresse.")
        steps.append(_contract_step(own.steps.park_confirmed_at))
    if own.state != ReservationState.ACTIVE:
        steps.append(
            "Wenn der Park am Netz ist, zahlen Sie das Paket, und die Gutschriften beginnen: jeden Monat, "
            f"{TERM_YEARS} Jahre lang."
        )
    if own.state not in _SIGNED:
        steps.append("Doch nicht? Unter „Meine Reservierung“ geben Sie den Platz kostenlos zurück.")
    return steps or ["Ihr Anteil ist am Netz. Jeden Monat bekommen Sie Ihre Gutschrift."]


def _contract_step(park_confirmed_at: datetime | None) -> str:
    """The contract. No day is named that the park has not kept, or may not keep."""
    told = (
        f"Der Park ist seit dem {long_day(berlin_day(park_confirmed_at))} bestätigt. Als Nächstes laden wir Sie zum "
        "Vertrag ein."
        if park_confirmed_at
        else "Sobald der Park bestätigt ist, schreiben wir Ihnen. Ein fester Termin ist das nicht."
    )
    return f"{told} Dann wählen Sie Ihren endgültigen Anteil und unterschreiben digital."


def small_print(own: HouseholdReservationOut, texts: str) -> list[str]:
    """Conditions, texts by version, and how to reach us."""
    figures = own.figures
    rate = money.minimum(figures.least_annual_cents, figures.annual_kwh)
    return [
        f"{money.CAVEAT} {rate} sind das Minimum je Kilowattstunde, nicht je Jahr. Gedeckt heißt: Alles, was Sie "
        f"zahlen, Einrichtung eingeschlossen, geteilt durch die Gutschrift im Jahr. {money.OPERATION}",
        *([texts] if texts else []),
        f"{_CONTACT} Ihre lautet {own.reference}.",
    ]


def percent(basis_points: int) -> str:
    """`9,65 %`."""
    return f"{format_decimal(Decimal(basis_points) / 100, 2)} %"
