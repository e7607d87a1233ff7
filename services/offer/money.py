"""What a household reads about its money, in rows and sentences. Pure; figures in cents and tenths.

The block of money is the same rows in the same order wherever a share is shown: form, start page, own page, mails,
paper. The guaranteed minimum is per kilowatt-hour, never per year: a year's kWh and credit are only expected. A sum
called „zusammen“ includes the set-up fee, and years are the payback time of that sum. The site writes the same rows and
sentences (`public-web/src/content/de/money.ts`); `tests/golden/money_words.json` keeps both equal.
"""

from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Final, NamedTuple, Self

from services.core.german import number
from services.core.money import divide_half_up, format_decimal, format_eur
from services.offer import (
    BREAK_EVEN_EXTRA_CENTS,
    SETUP_FEE_CENTS,
    TERM_YEARS,
    YEARLY_PLATFORM_FEE_CENTS,
    Quote,
    at_minimum,
)

CAVEAT: Final = "Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr."
OPERATION: Final = (
    "Betrieb, Wartung und Überwachung werden aus den Einnahmen des Parks bezahlt, bevor der Gewinn berechnet wird. "
    "Eine Rechnung dafür bekommen Sie nicht."
)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the block is computed from. Answers of the API and letters have members of the same names."""

    package: str
    annual_kwh: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    setup_fee_cents: int
    least_annual_cents: int

    @classmethod
    def of(cls, offer: Quote) -> Self:
        """Of an offer, of today or as it was promised."""
        return cls(
            package=offer.package.name,
            annual_kwh=offer.package.annual_kwh,
            price_cents=offer.package.price_cents,
            plan_months=offer.plan.months,
            plan_total_cents=offer.instalments.total,
            instalment_cents=offer.instalments.monthly,
            last_instalment_cents=offer.instalments.last,
            nominal_interest_bp=offer.plan.nominal_percent * 100,
            effective_interest_bp=int(offer.instalments.effective_percent * 100),
            setup_fee_cents=offer.setup_fee_cents,
            least_annual_cents=at_minimum(offer).credits.annual,
        )

    @classmethod
    def read(cls, letter: object) -> Self:
        """Of an answer or a letter. A letter that was ordered before it kept the set-up fee has 0."""
        found = {one.name: getattr(letter, one.name) for one in fields(cls)}
        return cls(**{**found, "setup_fee_cents": found["setup_fee_cents"] or SETUP_FEE_CENTS})

    @property
    def paid_cents(self) -> int:
        """All that the household pays."""
        return self.plan_total_cents + self.setup_fee_cents

    @property
    def covered_tenths(self) -> int:
        """Tenths of years until the credits at the minimum have paid all of it back."""
        return self.tenths_for(self.paid_cents)

    def tenths_for(self, cents: int) -> int:
        """Tenths of years until the credits at the minimum come to that."""
        return divide_half_up(cents * 10, self.least_annual_cents)


figures: Final = Figures.read


class Row(NamedTuple):
    """`kind` is for the looks; `label` says when or what, `note` what it is made of."""

    kind: str
    label: str
    amount: str
    note: str


def eur(cents: int) -> str:
    """`1.377 €`, `57,26 €`."""
    return format_eur(cents, short=True)


def cent(tenth_ct: int) -> str:
    """`5 Cent`, `5,5 Cent`."""
    return f"{format_decimal(Decimal(tenth_ct) / 10, 1 if tenth_ct % 10 else 0)}\u00a0Cent"


def years(tenths: int) -> str:
    """`13,8`."""
    return format_decimal(Decimal(tenths) / 10, 1)


def percent(basis_points: int) -> str:
    """`5,81 %`."""
    return f"{format_decimal(Decimal(basis_points) / 100, 2)}\u00a0%"


def minimum(annual_cents: int, annual_kwh: int) -> str:
    """The rate behind what a year brings at the contract's minimum: `5 Cent`."""
    return cent(divide_half_up(annual_cents * 10, annual_kwh))


def basis(annual_cents: int, annual_kwh: int) -> str:
    """What an expected year is made of, and what it depends on."""
    rate = minimum(annual_cents, annual_kwh)
    return f"{number(annual_kwh)}\u00a0kWh × {rate}, das Minimum je Kilowattstunde; weniger Sonne, weniger Gutschrift"


def rows(of: Figures) -> list[Row]:
    """The block of money: what is paid when, what a year is expected to bring, and when all of it has come back."""
    rate = minimum(of.least_annual_cents, of.annual_kwh)
    at_once = years(of.tenths_for(of.price_cents + of.setup_fee_cents))
    once = f"; einmal bezahlt nach {at_once} Jahren" if of.plan_months else ""
    return [
        Row("today", "Heute", eur(0), "ohne Zahlungskarte"),
        Row("contract", "Mit dem Vertrag", eur(of.setup_fee_cents), "Einrichtung, einmal"),
        Row("grid", "Wenn der Park am Netz ist", *_payment(of)),
        Row("sum", "Zusammen", eur(of.paid_cents), f"Jahresgebühr {eur(YEARLY_PLATFORM_FEE_CENTS)}"),
        Row("credit", "Erwartet im Jahr", eur(of.least_annual_cents), basis(of.least_annual_cents, of.annual_kwh)),
        Row(
            "covered", "Gedeckt nach", f"{years(of.covered_tenths)} Jahren",
            f"alles, was Sie zahlen, bei {rate}{once}",
        ),
    ]  # fmt: skip


def _payment(of: Figures) -> tuple[str, str]:
    """A plan with its number, surcharge, effective rate, total and last instalment; the nominal rate comes last."""
    if not of.plan_months:
        return eur(of.price_cents), f"Paket {of.package}, einmal bezahlt"
    note = (
        f"{of.plan_months}\u00a0Raten, {eur(of.plan_total_cents - of.price_cents)} mehr als einmal bezahlt, effektiver "
        f"Jahreszins {percent(of.effective_interest_bp)}, Summe der Raten {eur(of.plan_total_cents)}, letzte Rate "
        f"{eur(of.last_instalment_cents)}, nominal {percent(of.nominal_interest_bp)}"
    )
    return f"{eur(of.instalment_cents)} im Monat", note


def details(of: Figures) -> str:
    """The sums behind the block, with the specification's formula, which no other text has."""
    annual, extra, setup = (eur(cents) for cents in (of.least_annual_cents, BREAK_EVEN_EXTRA_CENTS, of.setup_fee_cents))
    rate = minimum(of.least_annual_cents, of.annual_kwh)
    what = f"{'Summe der Raten' if of.plan_months else 'Paketpreis'} {eur(of.plan_total_cents)}"
    formula = years(of.tenths_for(of.price_cents + BREAK_EVEN_EXTRA_CENTS))
    return (
        f"{number(of.annual_kwh)}\u00a0kWh × {rate} = {annual} im Jahr, in {TERM_YEARS} Jahren "
        f"{eur(of.least_annual_cents * TERM_YEARS)}. Gedeckt: ({what} + {setup} Einrichtung) "
        f"÷ {annual} = {years(of.covered_tenths)}\u00a0Jahre. Als Formel, mit {extra} statt der Einrichtung: "
        f"({eur(of.price_cents)} + {extra}) ÷ {annual} = {formula}\u00a0Jahre; die {extra} zahlen Sie nicht. {CAVEAT}"
    )


def assumed(of: Figures, tenth_ct: int) -> str:
    """What the household's own assumption would bring; empty where that is the minimum."""
    per_year = of.annual_kwh * tenth_ct
    if per_year <= of.least_annual_cents * 10:
        return ""
    covered = years(divide_half_up(of.paid_cents * 100, per_year))
    return (
        f"Ihre Annahme: {number(of.annual_kwh)}\u00a0kWh × {cent(tenth_ct)} = {eur(divide_half_up(per_year, 10))} im "
        f"Jahr, in {TERM_YEARS} Jahren {eur(divide_half_up(per_year * TERM_YEARS, 10))}; gedeckt nach {covered} Jahren."
    )


def expected(annual_cents: int, annual_kwh: int) -> str:
    """What a year brings at the contract's minimum, without a full stop."""
    return f"Erwartet: {eur(annual_cents)} im Jahr ({basis(annual_cents, annual_kwh)})"


def in_term(annual_cents: int, annual_kwh: int) -> str:
    """The same over the whole term."""
    return f"{eur(annual_cents * TERM_YEARS)} in {TERM_YEARS} Jahren, bei {minimum(annual_cents, annual_kwh)}"
