"""The sentences of a household's paper. Pure: every figure comes from what its page shows."""

from datetime import datetime
from typing import Final

from services.core.clock import berlin_day
from services.core.german import long_day, number
from services.household.schemas import HouseholdReservationOut, ShareFiguresOut
from services.offer import TERM_YEARS, money
from services.reservations.states import HOLDS_A_SPOT, ReservationState

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
    figures = money.figures(own.figures)
    rate = money.minimum(figures.least_annual_cents, figures.annual_kwh)
    return [
        f"{money.details(figures)} {rate} sind das Minimum je Kilowattstunde, nicht je Jahr. {money.OPERATION}",
        *([texts] if texts else []),
        f"{_CONTACT} Ihre lautet {own.reference}.",
    ]
