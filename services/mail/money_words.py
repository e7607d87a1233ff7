"""Sentences about a household's money, for mails, papers and records. Pure; figures in cents and tenths.

The guaranteed minimum is per kilowatt-hour, never per year: a year's kWh and credit are only expected. A sum called
„zusammen“ includes the set-up fee, and years are the payback time of that sum. The site writes the same sentences
(`public-web/src/content/de/money.ts`); `tests/golden/money_words.json` keeps both equal.
"""

from decimal import Decimal
from typing import Final

from services.core.german import number
from services.core.money import divide_half_up, format_decimal, format_eur
from services.mail.drawings import YEARS

CAVEAT: Final = "Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr."
OPERATION: Final = (
    "Betrieb, Wartung und Überwachung werden aus den Einnahmen des Parks bezahlt, bevor der Gewinn berechnet wird. "
    "Eine Rechnung dafür bekommen Sie nicht."
)


def eur(cents: int) -> str:
    """`1.377 €`, `57,26 €`."""
    return format_eur(cents, short=True)


def cent(tenth_ct: int) -> str:
    """`5 Cent`, `5,5 Cent`."""
    return f"{format_decimal(Decimal(tenth_ct) / 10, 1 if tenth_ct % 10 else 0)}\u00a0Cent"


def years(tenths: int) -> str:
    """`13,8`."""
    return format_decimal(Decimal(tenths) / 10, 1)


def minimum(annual_cents: int, annual_kwh: int) -> str:
    """The rate behind what a year brings at the contract's minimum: `5 Cent`."""
    return cent(divide_half_up(annual_cents * 10, annual_kwh))


def basis(annual_cents: int, annual_kwh: int) -> str:
    """What an expected year is made of, and what it depends on."""
    rate = minimum(annual_cents, annual_kwh)
    return f"{number(annual_kwh)}\u00a0kWh × {rate}, das Minimum je Kilowattstunde; weniger Sonne, weniger Gutschrift"


def expected(annual_cents: int, annual_kwh: int) -> str:
    """What a year brings at the contract's minimum, without a full stop."""
    return f"Erwartet: {eur(annual_cents)} im Jahr ({basis(annual_cents, annual_kwh)})"


def in_term(annual_cents: int, annual_kwh: int) -> str:
    """The same over the whole term."""
    return f"{eur(annual_cents * YEARS)} in {YEARS} Jahren, bei {minimum(annual_cents, annual_kwh)}"


def together(plan_total_cents: int, setup_fee_cents: int) -> str:
    """All that a household pays. The set-up is not known of a mail that was ordered before it was kept."""
    if not setup_fee_cents:
        return f"{eur(plan_total_cents)} und die Einrichtung"
    return f"zusammen {eur(plan_total_cents + setup_fee_cents)} mit {eur(setup_fee_cents)} Einrichtung"


def covered(paid_tenths: int, once_tenths: int, plan_months: int, rate: str) -> str:
    """Payback time; with a payment plan, that of a single payment as well."""
    if not plan_months:
        return f"gedeckt nach {years(paid_tenths)} Jahren, bei {rate}"
    return f"gedeckt nach {years(paid_tenths)} Jahren, bei {rate}; einmal bezahlt nach {years(once_tenths)} Jahren"
