"""What is due on which day, and on which days a share earns."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.life import (
    Claim,
    Early,
    Payment,
    Period,
    Purpose,
    Terms,
    claims,
    first_earning_day,
    last_earning_day,
    pay_early,
    periods,
    share_on,
    transferred,
    why_no_transfer,
)
from services.offer import PACKAGES, PLANS, quote


def day(text: str) -> date:
    year, month, of_month = text.split("-")
    return date(int(year), int(month), int(of_month))


def terms_of(withdraw_until: str, plan: str = "one-off", kwh: int = 2000) -> Terms:
    offer = quote(kwh, plan, 60)
    return Terms(
        annual_kwh=kwh,
        setup_cents=offer.setup_fee_cents,
        total_cents=offer.instalments.total,
        months=offer.plan.months,
        instalment_cents=offer.instalments.monthly,
        last_instalment_cents=offer.instalments.last,
        term_years=20,
        withdraw_until=day(withdraw_until),
        price_cents=offer.package.price_cents,
    )


def paid(text: str) -> list[Payment]:
    """`2027-06-10 !2027-07-01 2027-08-02`: paid, returned, paid again."""
    return [Payment(day(one.removeprefix("!")), is_returned=one.startswith("!")) for one in text.split()]


# Grid connection, last day of the withdrawal period, plan, payments → first and last day, and the gaps between
EARNING = [
    # Before the park is connected nothing earns, whatever was paid
    ("", "2026-12-14", "one-off", "", ""),
    ("", "2026-12-14", "one-off", "2026-12-20", ""),
    # Nobody has paid: open
    ("2027-06-01", "2026-12-14", "one-off", "", ""),
    # Paid by the due day, the 15th of June: from the grid connection, also where the money came before it
    ("2027-06-01", "2026-12-14", "one-off", "2027-06-01", "2027-06-01 2047-05-31"),
    ("2027-06-01", "2026-12-14", "one-off", "2027-06-15", "2027-06-01 2047-05-31"),
    ("2027-06-01", "2026-12-14", "one-off", "2027-05-20", "2027-06-01 2047-05-31"),
    # Paid a day late, or much later: from the payment on, and the end stays
    ("2027-06-01", "2026-12-14", "one-off", "2027-06-16", "2027-06-16 2047-05-31"),
    ("2027-06-01", "2026-12-14", "one-off", "2028-02-29", "2028-02-29 2047-05-31"),
    # The due day falls on a Saturday, so on Monday the payment is in time
    ("2027-06-05", "2026-12-14", "one-off", "2027-06-21", "2027-06-05 2047-06-04"),
    ("2027-06-05", "2026-12-14", "one-off", "2027-06-22", "2027-06-22 2047-06-04"),
    # Ordered after the grid connection: not before the day after the withdrawal period
    ("2027-06-01", "2027-09-14", "one-off", "2027-09-20", "2027-09-15 2047-09-14"),
    ("2027-06-01", "2027-09-14", "one-off", "2027-09-10", "2027-09-15 2047-09-14"),
    ("2027-06-01", "2027-09-14", "one-off", "2027-10-05", "2027-10-05 2047-09-14"),
    # Connected on the last day of the withdrawal period, and the day before and after
    ("2026-12-14", "2026-12-14", "one-off", "2026-12-20", "2026-12-15 2046-12-14"),
    ("2026-12-13", "2026-12-14", "one-off", "2026-12-20", "2026-12-15 2046-12-14"),
    ("2026-12-15", "2026-12-14", "one-off", "2026-12-20", "2026-12-15 2046-12-14"),
    # 29 February: in twenty years there is one, in a century without it the term ends with the 28th
    ("2028-02-29", "2026-12-14", "one-off", "2028-03-01", "2028-02-29 2048-02-28"),
    ("2028-03-01", "2026-12-14", "one-off", "2028-03-02", "2028-03-01 2048-02-29"),
    ("2080-02-29", "2026-12-14", "one-off", "2080-03-01", "2080-02-29 2100-02-28"),
    ("2028-02-28", "2026-12-14", "one-off", "2028-03-01", "2028-02-28 2048-02-27"),
    # New Year
    ("2026-12-31", "2026-12-14", "one-off", "2027-01-10", "2026-12-31 2046-12-30"),
    ("2027-01-01", "2026-12-14", "one-off", "2027-01-10", "2027-01-01 2046-12-31"),
    # Instalments: the first is due at the end of the month after the connection
    ("2027-06-01", "2026-12-14", "24m", "2027-07-31", "2027-06-01 2047-05-31"),
    ("2027-06-30", "2026-12-14", "24m", "2027-07-31", "2027-06-30 2047-06-29"),
    ("2027-06-30", "2026-12-14", "48m", "2027-08-01", "2027-08-01 2047-06-29"),
    ("2027-01-31", "2026-12-14", "48m", "2027-02-28", "2027-01-31 2047-01-30"),
    # Returned: it earns until the day before, and from the day on which it is paid again
    ("2027-06-01", "2026-12-14", "one-off", "2027-06-10 !2027-07-01", "2027-06-01 2027-06-30"),
    (
        "2027-06-01", "2026-12-14", "one-off", "2027-06-10 !2027-07-01 2027-08-02",
        "2027-06-01 2027-06-30 2027-08-02 2047-05-31",
    ),
    # Returned and paid again on one day: no gap
    (
        "2027-06-01", "2026-12-14", "one-off", "2027-06-10 !2027-07-01 2027-07-01",
        "2027-06-01 2027-06-30 2027-07-01 2047-05-31",
    ),
    # Returned and paid again before the due day
    (
        "2027-06-01", "2026-12-14", "one-off", "2027-06-05 !2027-06-08 2027-06-10",
        "2027-06-01 2027-06-07 2027-06-10 2047-05-31",
    ),
    # Returned before the first day has come: as if it had never been paid, and paid in time all the same
    ("2027-06-01", "2026-12-14", "one-off", "2027-05-10 !2027-05-20", ""),
    ("2027-06-01", "2026-12-14", "one-off", "2027-05-10 !2027-05-20 2027-06-14", "2027-06-01 2047-05-31"),
    # Returned twice
    (
        "2027-06-01", "2026-12-14", "one-off", "2027-06-10 !2027-07-01 2027-08-02 !2027-09-01 2028-01-01",
        "2027-06-01 2027-06-30 2027-08-02 2027-08-31 2028-01-01 2047-05-31",
    ),
    # Paid after the term: never
    ("2027-06-01", "2026-12-14", "one-off", "2047-06-01", ""),
]  # fmt: skip


@pytest.mark.parametrize(("connected", "withdraw_until", "plan", "payments", "earning"), EARNING)
def test_the_days_on_which_a_share_earns(
    connected: str, withdraw_until: str, plan: str, payments: str, earning: str
) -> None:
    terms, on = terms_of(withdraw_until, plan), day(connected) if connected else None
    days = [day(text) for text in earning.split()]
    spans = list(zip(days[::2], days[1::2], strict=True))
    first = first_earning_day(on, terms, paid(payments))
    assert first == (spans[0][0] if spans else None)
    rows = periods(on, terms, paid(payments))
    for edge in days:
        for at in (edge - timedelta(1), edge, edge + timedelta(1)):
            is_within = any(start <= at <= end for start, end in spans)
            assert share_on(at, rows) == (2000 if is_within else 0), at
    if not spans:
        assert rows == []
    if on is not None and len(spans) == 1 and "!" not in payments:
        assert last_earning_day(on, terms) == spans[0][1]


DUE = [
    ("one-off", "2026-12-14", "", ["setup 2026-12-15 7900"]),
    # The day after the withdrawal period is a holiday, and the next ones are Saturday and Sunday
    ("one-off", "2026-12-24", "", ["setup 2026-12-28 7900"]),
    ("one-off", "2026-12-14", "2027-06-01", ["setup 2026-12-15 7900", "price 2027-06-15 129900"]),
    ("one-off", "2027-09-14", "2027-06-01", ["setup 2027-09-15 7900", "price 2027-09-28 129900"]),
    (
        "24m", "2026-12-14", "2027-06-30",
        ["setup 2026-12-15 7900", "instalment-1 2027-07-31 5738", "instalment-2 2027-08-31 5738",
         "instalment-8 2028-02-29 5738", "instalment-23 2029-05-31 5738", "instalment-24 2029-06-30 5726"],
    ),
    (
        "48m", "2026-12-14", "2027-01-31",
        ["setup 2026-12-15 7900", "instalment-1 2027-02-28 3248", "instalment-13 2028-02-29 3248",
         "instalment-48 2031-01-31 3244"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "withdraw_until", "connected", "some"), DUE)
def test_what_is_due_when(plan: str, withdraw_until: str, connected: str, some: list[str]) -> None:
    due = claims(terms_of(withdraw_until, plan), day(connected) if connected else None)
    told = [
        f"{claim.purpose.value}{f'-{claim.number}' if claim.number else ''} {claim.due} {claim.cents}" for claim in due
    ]
    assert [line for line in told if line in some] == some
    assert len(due) == 1 + (0 if not connected else {"one-off": 1, "24m": 24, "48m": 48}[plan])


@pytest.mark.parametrize("kwh", PACKAGES)
@pytest.mark.parametrize("plan", PLANS)
def test_what_is_due_sums_to_what_was_agreed(kwh: int, plan: str) -> None:
    terms = terms_of("2026-12-14", plan, kwh)
    due = claims(terms, date(2027, 6, 1))
    assert sum(claim.cents for claim in due) == terms.setup_cents + terms.total_cents
    assert [claim.due for claim in due] == sorted({claim.due for claim in due})
    assert isinstance(due[0], Claim)
    assert due[0].purpose is Purpose.SETUP


def test_no_instalment_is_due_earlier_than_its_interest_is_computed_for() -> None:
    """The effective rate takes the first one a month after the connection, and each further one a month later."""
    for offset in range(1461):
        connected = date(2027, 1, 1) + timedelta(offset)
        first = claims(terms_of("2026-12-14", "48m"), connected)[1].due
        month_later = connected.month % 12 + 1, connected.year + connected.month // 12
        assert (first.month, first.year) == month_later
        assert first.day >= min(connected.day, first.day)
        assert first >= connected + timedelta(28)


_DAYS = st.dates(date(2027, 1, 1), date(2030, 12, 31))
_PAYMENTS = st.lists(st.tuples(_DAYS, st.booleans()), max_size=8).map(
    lambda rows: [Payment(on, is_returned) for on, is_returned in sorted(rows)]
)


@given(connected=_DAYS, payments=_PAYMENTS, ended=st.none() | _DAYS, plan=st.sampled_from(sorted(PLANS)))
def test_rows_are_only_added_and_together_say_what_is_so(
    connected: date, payments: list[Payment], ended: date | None, plan: str
) -> None:
    """Told one payment after the other, then of its end, as the nights do: the same days earn as from all at once, and
    on no day more than the share.
    """
    terms, known = terms_of("2026-12-14", plan), list[Period]()
    for count in range(len(payments) + 1):
        known += periods(connected, terms, payments[:count], known=known)
        assert periods(connected, terms, payments[:count], known=known) == [], "a second night adds nothing"
    known += periods(connected, terms, payments, known=known, ended_on=ended)
    at_once = periods(connected, terms, payments, ended_on=ended)
    edges = {row.first_day for row in known} | {row.last_day for row in known}
    for at in {edge + timedelta(step) for edge in edges for step in (-1, 0, 1)}:
        assert share_on(at, known) == share_on(at, at_once)
        assert share_on(at, known) in (0, terms.annual_kwh)
        assert ended is None or at <= ended or not share_on(at, known)


# Grid connection, day, ended, due and later cents → how the refusal begins; empty: it can be taken over
TRANSFERS = [
    ("2027-06-01", "2029-05-10", False, 0, 0, ""),
    # The first day on which nobody can withdraw any more
    ("2026-12-10", "2026-12-14", False, 0, 0, "Bis 14. Dezember 2026 lässt sich"),
    ("2026-12-10", "2026-12-15", False, 0, 0, ""),
    ("", "2027-05-10", False, 0, 0, "Der Park ist noch nicht am Netz."),
    ("2027-06-01", "2029-05-10", True, 0, 0, "Der Vertrag ist beendet."),
    ("2027-06-01", "2029-05-10", False, 7900, 0, "Zu diesem Vertrag sind 79,00\u00a0€ offen."),
    ("2027-06-01", "2029-05-10", False, 7900, 97_400, "Zu diesem Vertrag sind 79,00\u00a0€ offen."),
    ("2027-06-01", "2027-06-02", False, 0, 129_900, "Zu diesem Vertrag sind noch 1.299,00\u00a0€ zu zahlen."),
    # The new holder would begin on the day after the last one
    ("2027-06-01", "2047-05-30", False, 0, 0, ""),
    ("2027-06-01", "2047-05-31", False, 0, 0, "Die Laufzeit ist zu Ende."),
    # What comes first is said first
    ("", "2026-12-01", True, 7900, 129_900, "Der Vertrag ist beendet."),
    ("", "2026-12-01", False, 7900, 129_900, "Bis 14. Dezember 2026 lässt sich"),
]


@pytest.mark.parametrize(("connected", "today", "ended", "due", "later", "refusal"), TRANSFERS)
def test_who_can_take_a_contract_over(
    connected: str, today: str, ended: bool, due: int, later: int, refusal: str
) -> None:
    connected_on = day(connected) if connected else None
    said = why_no_transfer(
        terms_of("2026-12-14"), connected_on, day(today), has_ended=ended, due_cents=due, later_cents=later
    )
    assert said.startswith(refusal)
    assert bool(said) is bool(refusal)


def test_nobody_takes_over_what_is_not_concluded() -> None:
    assert why_no_transfer(None, date(2027, 6, 1), date(2029, 5, 10)).startswith("Hier ist kein Vertrag")


@given(connected=_DAYS, plan=st.sampled_from(sorted(PLANS)), after=st.integers(0, 7304), later=st.integers(0, 7304))
def test_on_each_day_one_holder_has_the_share(connected: date, plan: str, after: int, later: int) -> None:
    """Through any number of holders, none pays again, and the last day is the first one's."""
    terms, paid_on = terms_of("2026-12-14", plan), [Payment(connected)]
    last = last_earning_day(connected, terms)
    days = sorted({min(connected + timedelta(some), last - timedelta(1)) for some in (after, later)})
    holders = [terms, *(transferred(terms, one) for one in days)]
    ends = [*days, None]
    assert all(claims(one, connected) == [] for one in holders[1:])
    assert {last_earning_day(connected, one) for one in holders} == {last}
    rows = [
        row
        for one, end in zip(holders, ends, strict=True)
        for row in periods(connected, one, paid_on if one is terms else (), ended_on=end)
    ]
    edges = {row.first_day for row in rows} | {row.last_day for row in rows}
    for at in {edge + timedelta(step) for edge in edges for step in (-1, 0, 1)}:
        assert share_on(at, rows) == (terms.annual_kwh if connected <= at <= last else 0)
        assert sum(row.first_day <= at <= row.last_day for row in rows) <= 1


# kWh and plan, grid connection, day of the wish → first instalment that is replaced, due day, amount, what is saved.
# Computed apart, by Newton's method with 40 digits.
EARLY = [
    # The first day: the cash price, with two weeks of interest
    (2000, "24m", "2027-06-01", "2027-06-01", (1, "2027-06-15", 130_181, 7519)),
    # The first instalment is due before the money is
    (2000, "24m", "2027-06-01", "2027-07-20", (2, "2027-08-03", 125_400, 6562)),
    (2000, "48m", "2027-06-01", "2028-05-18", (12, "2028-06-01", 105_013, 15_159)),
    (2000, "48m", "2027-06-01", "2029-12-03", (30, "2029-12-17", 57_860, 3848)),
    # From the last day of a month, and from 29 February
    (1000, "24m", "2027-01-31", "2027-02-10", (1, "2027-02-24", 70_160, 3940)),
    (1000, "48m", "2028-02-29", "2029-02-14", (13, "2029-02-28", 54_749, 8175)),
    # Two weeks end at a weekend or a holiday; the last two, and the last alone, whose interest has run
    (3000, "24m", "2027-06-15", "2028-11-01", (17, "2028-11-15", 66_000, 1092)),
    (3000, "48m", "2027-06-15", "2031-04-30", (47, "2031-05-14", 9453, 39)),
    (3000, "48m", "2027-06-15", "2031-05-31", (48, "2031-06-16", 4744, 0)),
]


@pytest.mark.parametrize(("kwh", "plan", "connected", "today", "expected"), EARLY)
def test_what_is_left_costs_less_by_the_interest_that_no_longer_runs(
    kwh: int, plan: str, connected: str, today: str, expected: tuple[int, str, int, int]
) -> None:
    terms = terms_of("2026-12-14", plan, kwh)
    early = pay_early(terms, day(connected), day(today))
    assert early == Early(expected[0], day(expected[1]), *expected[2:])
    before, after = claims(terms, day(connected)), claims(replace(terms, early=early), day(connected))
    assert after[:-1] == before[: expected[0]]
    assert after[-1] == Claim(Purpose.REST, 0, day(expected[1]), expected[2])
    assert sum(claim.cents for claim in before) - sum(claim.cents for claim in after) == expected[3]


NO_EARLY = {
    "paid once": ("one-off", "2027-06-01", "2027-07-01", "nicht in Raten"),
    "before the grid connection": ("24m", "", "2027-07-01", "sobald der Park am Netz"),
    "while it can be withdrawn": ("24m", "2026-12-01", "2026-12-14", "Widerrufsfrist vorbei"),
    "all are due": ("24m", "2027-06-01", "2029-06-20", "schon fällig"),
}


@pytest.mark.parametrize("name", NO_EARLY)
def test_where_nothing_can_be_paid_early_the_reason_is_said(name: str) -> None:
    plan, connected, today, words = NO_EARLY[name]
    refused = pay_early(terms_of("2026-12-14", plan), day(connected) if connected else None, day(today))
    assert isinstance(refused, str)
    assert words in refused


def test_it_is_agreed_once() -> None:
    terms = terms_of("2026-12-14", "24m")
    early = pay_early(terms, day("2027-06-01"), day("2027-08-01"))
    assert isinstance(early, Early)
    again = pay_early(replace(terms, early=early), day("2027-06-01"), day("2027-08-02"))
    assert again == "Die vorzeitige Zahlung ist schon vereinbart."


@given(
    st.sampled_from(list(PACKAGES)),
    st.sampled_from([plan.id for plan in PLANS.values() if plan.months]),
    st.dates(date(2027, 1, 1), date(2029, 12, 31)),
    st.integers(0, 1400),
)
def test_whoever_pays_early_pays_neither_more_than_the_instalments_nor_less_than_the_price(
    kwh: int, plan: str, connected: date, later: int
) -> None:
    terms = terms_of("2026-12-14", plan, kwh)
    early = pay_early(terms, connected, connected + timedelta(later))
    if isinstance(early, str):
        return
    assert early.saved_cents >= 0
    assert sum(claim.cents for claim in claims(replace(terms, early=early), connected)[1:]) >= terms.price_cents
