"""The life of a contract, without a database: what is due on which day, and on which days the share earns.

Days are calendar days in Berlin, money is whole cents. Nothing here is stored but what `periods` gives: rows that are
added and never changed, since a period that ends early is taken back by a second one with the same share below zero.
"""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from services.core.german import long_day
from services.core.money import format_eur
from services.core.working_days import next_working_day, on_or_after
from services.offer import worth_of_instalments

EARLY_DAYS: Final = 14
"""So long after the wish what is left of the instalments is due."""
PRICE_DAYS: Final = 14
"""A single payment is due so long after the grid connection."""
NO_CONTRACT: Final = "Hier ist kein Vertrag geschlossen, den jemand übernehmen könnte."
_DAY: Final = timedelta(days=1)


class Purpose(StrEnum):
    """What a household pays for."""

    SETUP = "setup"
    PRICE = "price"
    INSTALMENT = "instalment"
    REST = "rest"
    """What was left of the instalments, paid at once."""


class Claim(NamedTuple):
    """An amount that a household owes from a day on. `number`: of the instalment, from 1; else 0."""

    purpose: Purpose
    number: int
    due: date
    cents: int


class Early(NamedTuple):
    """What is left of the instalments, paid at once. `first`: the number of the first that it replaces; `saved_cents`:
    how much less that is than the instalments.
    """

    first: int
    due: date
    cents: int
    saved_cents: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed. `months`: 0 for a single payment."""

    annual_kwh: int
    setup_cents: int
    total_cents: int
    months: int
    instalment_cents: int
    last_instalment_cents: int
    term_years: int
    withdraw_until: date
    """The last day of the withdrawal period: until then nothing is collected, and the share earns nothing."""
    price_cents: int
    """When paid once."""
    early: Early | None = None
    begins_on: date | None = None
    """The first day of a holder that has taken a paid contract over; the former one's last was the day before."""


def claims(terms: Terms, connected_on: date | None) -> list[Claim]:
    """All that the household will have paid, by due day. Without a grid connection only the set-up is known."""
    if terms.begins_on is not None:
        return []
    due = [Claim(Purpose.SETUP, 0, next_working_day(terms.withdraw_until), terms.setup_cents)]
    if connected_on is None:
        return due
    begins = max(connected_on, terms.withdraw_until)
    if not terms.months:
        return [*due, Claim(Purpose.PRICE, 0, on_or_after(begins + PRICE_DAYS * _DAY), terms.total_cents)]
    early = terms.early
    for number in range(1, early.first if early else terms.months + 1):
        due.append(Claim(Purpose.INSTALMENT, number, _month_end(begins, number), _instalment(terms, number)))
    return [*due, Claim(Purpose.REST, 0, early.due, early.cents)] if early else due


def _instalment(terms: Terms, number: int) -> int:
    return terms.last_instalment_cents if number == terms.months else terms.instalment_cents


def pay_early(terms: Terms, connected_on: date | None, today: date) -> Early | str:
    """Pay at once what is left of the instalments (§ 500 II BGB), or why that cannot be, in German.

    It is due in two weeks, on a working day, so that its debit can be announced. Instalments due until then stay; each
    later one costs less by the interest that no longer runs. Like the effective rate that counts from the day of each
    month on which the supply began, though an instalment is due only at the month's end.
    """
    if not terms.months:
        return "Dieser Vertrag wird nicht in Raten bezahlt."
    if terms.early:
        return "Die vorzeitige Zahlung ist schon vereinbart."
    if connected_on is None or today < _begins(connected_on, terms):
        return "Vorzeitig zahlen können Sie, sobald der Park am Netz und die Widerrufsfrist vorbei ist."
    due = on_or_after(today + EARLY_DAYS * _DAY)
    begins = max(connected_on, terms.withdraw_until)
    left = [number for number in range(1, terms.months + 1) if _month_end(begins, number) > due]
    if not left:
        return "Alle Raten sind schon fällig oder werden es in den nächsten zwei Wochen."
    ahead = [_months_between(due, _same_day(begins, number)) for number in left]
    instalments = terms.instalment_cents, terms.last_instalment_cents, terms.months
    cents = worth_of_instalments(terms.price_cents, *instalments, ahead)
    return Early(left[0], due, cents, sum(_instalment(terms, number) for number in left) - cents)


def _same_day(day: date, months_later: int) -> date:
    last = _month_end(day, months_later)
    return last.replace(day=min(day.day, last.day))


def _months_between(day: date, later: date) -> float:
    """Whole months, and what is left as parts of a year of 365 days (PAngV, annex); 0 where it is not later."""
    if later <= day:
        return 0.0
    months = (later.year - day.year) * 12 + later.month - day.month
    if _same_day(day, months) > later:
        months -= 1
    return months + (later - _same_day(day, months)).days * 12 / 365


def _month_end(day: date, months_later: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months_later, 12)
    return date(year, month + 1, monthrange(year, month + 1)[1])


class Payment(NamedTuple):
    """Money for the first claim of the package: it came on this day, or left again."""

    day: date
    is_returned: bool = False


class Period(NamedTuple):
    """A share that earns from its first day to its last, both included; below zero: no longer does."""

    annual_kwh: int
    first_day: date
    last_day: date


def first_earning_day(connected_on: date | None, terms: Terms, payments: Sequence[Payment]) -> date | None:
    """The first day on which the share earns; None: that is open. `payments`: of the package's first claim, by day.

    The later of the grid connection and the day after the withdrawal period, if that claim was paid by its due day; who
    pays later earns from the day of the payment.
    """
    spans = _earning(connected_on, terms, payments)
    return spans[0][0] if spans else None


def last_earning_day(connected_on: date, terms: Terms) -> date:
    """The day before the anniversary that ends the term. A late payment moves the first day only."""
    begins = _begins(connected_on, terms)
    year = begins.year + terms.term_years
    if (begins.month, begins.day) == (2, 29) and monthrange(year, 2)[1] == 28:
        return date(year, 2, 28)
    return begins.replace(year=year) - _DAY


def _begins(connected_on: date, terms: Terms) -> date:
    return max(connected_on, terms.withdraw_until + _DAY)


def _earning(connected_on: date | None, terms: Terms, payments: Sequence[Payment]) -> list[tuple[date, date]]:
    """The spans of days on which it earns. A returned payment interrupts them from its day until the next one."""
    if connected_on is None:
        return []
    begins, last = _begins(connected_on, terms), last_earning_day(connected_on, terms)
    if terms.begins_on is not None:
        return [(begins, last)] if (begins := max(begins, terms.begins_on)) <= last else []
    first_due = claims(terms, connected_on)[1].due
    spans: list[tuple[date, date]] = []
    since: date | None = None
    for payment in payments:
        if payment.is_returned:
            if since is not None and since < payment.day:
                spans.append((since, min(payment.day - _DAY, last)))
            since = None
        elif since is None:
            is_in_time = not spans and payment.day <= first_due
            since = begins if is_in_time else max(begins, payment.day)
    if since is not None:
        spans.append((since, last))
    return [(first, until) for first, until in spans if first <= until]


def periods(
    connected_on: date | None,
    terms: Terms,
    payments: Sequence[Payment],
    *,
    known: Iterable[Period] = (),
    ended_on: date | None = None,
) -> list[Period]:
    """The rows to add to those that are `known`, so that all of them together say on which days the share earns.
    `ended_on`: the last day of a contract that ended before its term.
    """
    wanted = [
        Period(terms.annual_kwh, first, min(until, ended_on) if ended_on else until)
        for first, until in _earning(connected_on, terms, payments)
    ]
    steps: dict[date, int] = {}
    for sign, rows in ((1, wanted), (-1, known)):
        for kwh, first, until in rows:
            if first <= until:
                steps[first] = steps.get(first, 0) + sign * kwh
                steps[until + _DAY] = steps.get(until + _DAY, 0) - sign * kwh
    added, missing, since = [], 0, date.min
    for day in sorted(steps):
        if missing:
            added.append(Period(missing, since, day - _DAY))
        missing, since = missing + steps[day], day
    return _merged(added)


def why_no_transfer(
    terms: Terms | None,
    connected_on: date | None,
    today: date,
    *,
    has_ended: bool = False,
    due_cents: int = 0,
    later_cents: int = 0,
) -> str:
    """Why nobody else can take the contract over today, in German; empty: somebody can. `due_cents` are due and not
    paid, `later_cents` will be due.
    """
    if terms is None:
        return NO_CONTRACT
    until, due, later = long_day(terms.withdraw_until), format_eur(due_cents), format_eur(later_cents)
    reasons = (
        (has_ended, "Der Vertrag ist beendet. Übernehmen lässt sich nur ein laufender."),
        (
            today <= terms.withdraw_until,
            f"Bis {until} lässt sich der Vertrag noch widerrufen. Erst danach kann ihn jemand übernehmen.",
        ),
        (
            connected_on is None,
            "Der Park ist noch nicht am Netz. Übernehmen lässt sich der Vertrag, sobald er läuft und bezahlt ist.",
        ),
        (due_cents > 0, f"Zu diesem Vertrag sind {due} offen. Übernehmen lässt er sich, wenn das bezahlt ist."),
        (
            later_cents > 0,
            f"Zu diesem Vertrag sind noch {later} zu zahlen. Übernehmen lässt er sich, wenn das vorzeitig bezahlt ist.",
        ),
        (
            connected_on is not None and today >= last_earning_day(connected_on, terms),
            "Die Laufzeit ist zu Ende. Es bleibt nichts, was jemand übernehmen könnte.",
        ),
    )
    return next((sentence for holds, sentence in reasons if holds), "")


def transferred(terms: Terms, last_day: date) -> Terms:
    """What the new holder has from the day after the former one's last: the same share until the same day, all paid."""
    return replace(
        terms,
        setup_cents=0,
        total_cents=0,
        months=0,
        instalment_cents=0,
        last_instalment_cents=0,
        price_cents=0,
        early=None,
        begins_on=last_day + _DAY,
    )


def _merged(rows: Sequence[Period]) -> list[Period]:
    merged: list[Period] = []
    for row in rows:
        if merged and merged[-1].annual_kwh == row.annual_kwh and merged[-1].last_day + _DAY == row.first_day:
            merged[-1] = merged[-1]._replace(last_day=row.last_day)
        else:
            merged.append(row)
    return merged


def share_on(day: date, rows: Iterable[Period]) -> int:
    """The kWh a year that earn on a day."""
    return sum(kwh for kwh, first, last in rows if first <= day <= last)
