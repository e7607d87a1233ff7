"""The sentences of a household's paper. Pure: every figure comes from what its page shows."""

from decimal import Decimal
from typing import Final

from services.core.german import long_day, number
from services.core.money import format_decimal, format_eur
from services.household.schemas import HouseholdReservationOut, ShareFiguresOut
from services.offer.constants import CARD_VERIFICATION_CENTS, OFFER, TERM_YEARS, YEARLY_PLATFORM_FEE_CENTS
from services.reservations.states import HOLDS_A_SPOT, ReservationState

Due = tuple[str, str, str]
"""When, for what, how much."""

_WEEKS: Final = f"{OFFER['timeline']['contract_weeks_from']} bis {OFFER['timeline']['contract_weeks_to']} Wochen"
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
    """Who and what it is about, for the column beside the field."""
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
    """What comes back: the least first, the household's assumption second where it is another one."""
    assumed = (
        f"Ihre Annahme, {cent(figures.credit_tenth_ct)}: {eur(figures.annual_credit_cents)} im Jahr, "
        f"{eur(figures.total_credits_cents)} in {TERM_YEARS} Jahren."
    )
    once = years(figures.least_break_even_tenth_years)
    covered = f"Gedeckt nach {once} Jahren, bei 5 Cent."
    if figures.plan_months:
        paid = years(figures.least_covered_tenth_years)
        covered = f"Gedeckt nach {paid} statt {once} Jahren (einmal bezahlt), bei 5 Cent."
    least = f"{eur(figures.least_total_cents)} in {TERM_YEARS} Jahren: {number(figures.annual_kwh)} kWh × 5 Cent."
    return [least, covered, assumed] if figures.total_credits_cents > figures.least_total_cents else [least, covered]


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
        ("Summe", eur(figures.plan_total_cents)),
        ("Letzte Rate", eur(figures.last_instalment_cents)),
    ]  # fmt: skip


def dues(figures: ShareFiguresOut) -> list[Due]:
    """What costs what, and when; the sum comes last."""
    months = figures.plan_months
    paid = f"{months} Raten" if months else f"Paket {figures.package}, einmal bezahlt"
    return [
        ("Heute", "Reservierung, ohne Zahlungskarte", eur(0)),
        (
            "Vor dem Vertrag",
            f"Prüfung der Zahlungskarte mit {eur(CARD_VERIFICATION_CENTS)}, wird wieder freigegeben",
            eur(0),
        ),
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
        steps.append(
            f"In etwa {_WEEKS} nach der Reservierung, wenn der Park bestätigt ist, schreiben wir Ihnen. Das ist kein "
            "fester Termin. Dann wählen Sie Ihren endgültigen Anteil und unterschreiben digital."
        )
    if own.state != ReservationState.ACTIVE:
        steps.append(
            "Wenn der Park am Netz ist, zahlen Sie das Paket, und die Gutschriften beginnen: jeden Monat, "
            f"{TERM_YEARS} Jahre lang."
        )
    if own.state not in _SIGNED:
        steps.append("Doch nicht? Unter „Meine Reservierung“ geben Sie den Platz mit zwei Klicks kostenlos zurück.")
    return steps or ["Ihr Anteil ist am Netz. Jeden Monat bekommen Sie Ihre Gutschrift."]


def small_print(own: HouseholdReservationOut, texts: str) -> list[str]:
    """Conditions, texts by version, and how to reach us."""
    example = "Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr. 5 Cent sind das Minimum je "
    return [
        f"{example}Kilowattstunde, nicht je Jahr. Gedeckt heißt: Paketpreis und 50 € der Rechenformel, bei Raten deren "
        "Summe und die Einrichtung, geteilt durch die Gutschrift im Jahr.",
        *([texts] if texts else []),
        f"{_CONTACT} Ihre lautet {own.reference}.",
    ]


def eur(cents: int) -> str:
    """`1.377 €`, `57,26 €`."""
    return format_eur(cents, short=True)


def cent(tenth: int) -> str:
    """`5,5 Cent`."""
    whole, part = divmod(tenth, 10)
    return f"{whole},{part} Cent" if part else f"{whole} Cent"


def percent(basis_points: int) -> str:
    """`9,65 %`."""
    return f"{format_decimal(Decimal(basis_points) / 100, 2)} %"


def years(tenths: int) -> str:
    """`13,5`."""
    return format_decimal(Decimal(tenths) / 10, 1)
