"""Filters, sorts and pages: each alone, together, and what they refuse."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from itertools import cycle, pairwise, product
from typing import Any

import pytest
from pytest import Subtests
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations import models
from services.reservations.models import Reservation, ReservationTag
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, add_member, own_page_client, state_of

LIST = "/api/staff/reservations"
STATES = ("reserved", "invited", "ended", "cancelled")
PROVIDERS = ("E.ON", "Vattenfall")
[BY_PROVIDER] = (one.column for one in models.FILTERS)
SORTS = ("created_at", "spot_number", "last_name", "updated_at", "follow_up_on")
PEOPLE = 24

FILTERS: dict[str, Callable[[Reservation], bool]] = {
    "state=invited": lambda r: r.state == "invited",
    "state=invited,ended": lambda r: r.state in ("invited", "ended"),
    "state=expired": lambda r: False,
    "annual_kwh=1000": lambda r: r.annual_kwh == 1000,
    "annual_kwh=1000,3000": lambda r: r.annual_kwh in (1000, 3000),
    "payment_plan=48m": lambda r: r.payment_plan == "48m",
    f"{BY_PROVIDER}=E.ON": lambda r: getattr(r, BY_PROVIDER) == "E.ON",
    "park=ingolstadt": lambda r: True,
    "park=munich": lambda r: False,
    "spot_number=7": lambda r: r.spot_number == 7,
    "utm_campaign=herbst": lambda r: r.utm_campaign == "herbst",
    "utm_source=google": lambda r: r.utm_source == "google",
    "referral_code=FREUND": lambda r: r.referral_code == "FREUND",
    "tag=Presse": lambda r: r.spot_number % 6 == 0,
    "duplicate=open": lambda r: r.duplicate_suspected and r.duplicate_checked_at is None,
    "duplicate=any": lambda r: r.duplicate_suspected,
    "price_mismatch=open": lambda r: r.price_mismatch and r.price_checked_at is None,
    "price_mismatch=any": lambda r: r.price_mismatch,
    "deposit_state=failed": lambda r: r.deposit_state == "failed",
    "channel=site": lambda r: r.channel is None,
    "channel=letter": lambda r: r.channel == "letter",
    "address=unconfirmed": lambda r: r.email_confirmed_at is None and bool(r.confirm_by) and r.state == "reserved",
    "address=confirmed": lambda r: r.email_confirmed_at is not None,
    "address=none": lambda r: r.email_normalized == "",
    "created_from=2026-03-10": lambda r: r.created_at >= datetime(2026, 3, 9, 23, tzinfo=UTC),
    "created_to=2026-03-10": lambda r: r.created_at < datetime(2026, 3, 10, 23, tzinfo=UTC),
    "follow_up_until=2026-05-05": lambda r: r.follow_up_on is not None and r.follow_up_on.day <= 5,
    "ids=1,2,3,4711": lambda r: r.id in (1, 2, 3),
    "q=meier": lambda r: r.last_name == "Meier",
}
MORE_FILTERS: dict[str, Callable[[Reservation], bool]] = {
    "created_to=2026-03-04": lambda r: r.created_at < datetime(2026, 3, 4, 23, tzinfo=UTC),
    "state=reserved": lambda r: r.state == "reserved",
    "state=ended": lambda r: r.state == "ended",
    "spot_number=8": lambda r: r.spot_number == 8,
    "q=example": lambda r: True,
    "q=anna example": lambda r: r.first_name == "Anna",
}


@pytest.fixture(scope="module")
def clerk_on(module_client: Callable[[str], TestClient]) -> Callable[[str], TestClient]:
    """A clerk of the two dozen, who only reads them."""

    @cache
    def clerk(kind: str) -> TestClient:
        client = module_client(kind)
        db: Database = state_of(client).db
        fill(client, db)
        return own_page_client(client, add_member(db, "staff").token)

    return clerk


@pytest.fixture
def clerk(clerk_on: Callable[[str], TestClient], database_kind: str) -> TestClient:
    """What changes rows asks for `own_clerk`."""
    return clerk_on(database_kind)


@pytest.fixture
def own_clerk(client: TestClient, staff_client: StaffClient, db: Database) -> TestClient:
    """With a database that the test may change."""
    fill(client, db)
    return staff_client("staff")


def fill(client: TestClient, db: Database) -> None:
    """Two dozen reservations in which every filter finds something, and many values are equal."""
    for n in range(1, PEOPLE + 1):
        body = reservation_body(
            email=f"h{n // 2}@example.org",
            first_name=("Anna", "Bert", "Änne")[n % 3],
            last_name=("Meier", "Müller", "Ähre", "zu Zahn")[n % 4],
            **{BY_PROVIDER: PROVIDERS[n % 2]},
            annual_kwh=(1000, 2000, 3000)[n % 3],
            expected_annual_credit=(60, 120, 180)[n % 3],
            payment_plan=("48m", "24m", "one-off")[n % 3],
            utm_source=("google", "")[n % 2],
            utm_campaign=("herbst", "", "")[n % 3],
            referral_code=("", "FREUND", "", "", "")[n % 5],
            solar_share_amount=None,
            expected_total_credits=None,
            expected_monthly_credit=None,
            payment_interest_rate=0.5 if n % 7 == 0 else None,
        )
        key = {"Idempotency-Key": f"{n:032d}"}
        answer = client.post("/functions/v1/reserve-spot", json=body, headers=key)
        assert answer.status_code == 200, answer.text

    def vary(session: Any) -> None:
        for row in session.scalars(select(Reservation)):
            n = row.spot_number
            day = datetime(2026, 3, n // 2 + 1, 12, tzinfo=UTC)
            row.state, row.created_at, row.updated_at = STATES[n % 4], day, day.replace(month=4 + n % 2)
            row.follow_up_on = day.date().replace(month=5) if n % 3 == 0 else None
            row.price_checked_at = day if n % 2 else None
            row.deposit_state = "failed" if n % 5 == 0 else "reserved"
            row.channel = (None, "letter", "telephone")[n % 3]
            row.email_confirmed_at = day if n % 3 else None
            row.email_normalized = "" if n % 8 == 1 else row.email_normalized
            row.duplicate_checked_at = day if n % 4 == 0 else None
        ids = session.scalars(select(Reservation.id).where(Reservation.spot_number % 6 == 0)).all()
        session.add_all(ReservationTag(tag="Presse", reservation_id=id_) for id_ in ids)

    db.write(vary)


def listed(clerk: TestClient, query: str) -> list[dict[str, Any]]:
    answer = clerk.get(f"{LIST}?{query}")
    assert answer.status_code == 200, (query, answer.text)
    rows: list[dict[str, Any]] = answer.json()["data"]
    assert answer.json()["total"] == len(rows), query
    assert answer.json()["has_next"] is False
    return rows


def stored(db: Database) -> list[Reservation]:
    with db.read() as session:
        return list(session.scalars(select(Reservation).order_by(Reservation.id)))


@pytest.mark.both_databases(sample="postgresql")
def test_every_filter_alone_and_with_every_other_and_counted(clerk: TestClient) -> None:
    everyone = stored(state_of(clerk).db)
    names = list(FILTERS)
    for i, one in enumerate(names):
        meant = [r for r in everyone if FILTERS[one](r)]
        assert_found(clerk, one, meant)
        assert clerk.get(f"{LIST}/count?{one}").json() == {"count": len(meant)}, one
        for other in names[i + 1 :: proved(11, 3)]:
            if one.split("=")[0] != other.split("=")[0]:
                assert_found(clerk, f"{one}&{other}", [r for r in meant if FILTERS[other](r)])


def assert_found(clerk: TestClient, query: str, meant: list[Reservation]) -> None:
    ids = {row["id"] for row in listed(clerk, f"{query}&per_page=100&sort=updated_at")}
    assert ids == {r.id for r in meant}, query


PAIRS = (
    "state=ended&created_from=2026-03-10", "state=invited,ended&created_to=2026-03-04", "state=reserved&spot_number=8",
    "utm_source=google&utm_campaign=herbst", "state=ended&follow_up_until=2026-05-05", "q=meier&state=invited",
    f"q=example&{BY_PROVIDER}=E.ON&created_from=2026-03-10", "q=anna example",
)  # fmt: skip


@pytest.mark.both_databases(sample="postgresql")
def test_what_many_meet_alone_and_few_or_none_together(clerk: TestClient) -> None:
    everyone = stored(state_of(clerk).db)
    matches = {**FILTERS, **MORE_FILTERS}
    for query in PAIRS:
        tests = [matches[part] for part in query.split("&")]
        meant = [r for r in everyone if all(test(r) for test in tests)]
        for sort in proved(SORTS[::2], SORTS):
            ids = [row["id"] for row in listed(clerk, f"{query}&sort={sort}&per_page=100")]
            assert sorted(ids) == [r.id for r in meant], (query, sort)
        assert clerk.get(f"{LIST}/count?{query}").json() == {"count": len(meant)}, query


@pytest.mark.both_databases
def test_a_search_is_sorted_as_any_other_list(clerk: TestClient) -> None:
    for sort in SORTS:
        found = [row["id"] for row in listed(clerk, f"q=example&sort={sort}&order=asc&per_page=100")]
        assert found == [row["id"] for row in listed(clerk, f"sort={sort}&order=asc&per_page=100")], sort


@pytest.mark.both_databases(sample="postgresql")
def test_both_orders_are_each_others_reverse_and_stable(clerk: TestClient, subtests: Subtests) -> None:
    narrowings = ("&state=invited,ended", f"&{BY_PROVIDER}=E.ON", "&duplicate=any", "&q=m")
    in_turn = [*zip(SORTS, cycle(narrowings), strict=False), *product(SORTS, [""])]
    for sort, narrowed in proved(in_turn, list(product(SORTS, ["", *narrowings]))):
        with subtests.test(sort=sort, narrowed=narrowed):
            up = [row["id"] for row in listed(clerk, f"sort={sort}&order=asc&per_page=100{narrowed}")]
            down = [row["id"] for row in listed(clerk, f"sort={sort}&order=desc&per_page=100{narrowed}")]
            assert up == down[::-1]


@pytest.mark.both_databases
def test_sorts_go_by_what_they_are_called(clerk: TestClient) -> None:
    for sort in ("created_at", "spot_number", "updated_at"):
        values = [row[sort] for row in listed(clerk, f"sort={sort}&order=asc&per_page=100")]
        assert values == sorted(values)
    days = [row["follow_up_on"] for row in listed(clerk, "sort=follow_up_on&order=asc&per_page=100")]
    dated = [day for day in days if day]
    assert days == sorted(dated) + [None] * (len(days) - len(dated))
    names = [row["last_name"] for row in listed(clerk, "sort=last_name&order=asc&per_page=100")]
    assert list(dict.fromkeys(names)) == ["Ähre", "Meier", "Müller", "zu Zahn"]
    for one, next_ in pairwise(listed(clerk, "sort=last_name&order=asc&per_page=100")):
        if (one["last_name"], one["first_name"]) == (next_["last_name"], next_["first_name"]):
            assert one["id"] < next_["id"]


@pytest.mark.both_databases
def test_pages_leave_nothing_out_and_repeat_nothing(clerk: TestClient, subtests: Subtests) -> None:
    for query in ("", "&state=reserved,invited,ended", "&annual_kwh=1000,2000", "&q=example"):
        with subtests.test(query=query):
            assert_paged(clerk, query)


def assert_paged(clerk: TestClient, query: str) -> None:
    whole = [row["id"] for row in listed(clerk, f"sort=updated_at&per_page=100{query}")]
    pages, number = [], 1
    while True:
        page = clerk.get(f"{LIST}?sort=updated_at&per_page=5&page={number}{query}").json()
        pages += [row["id"] for row in page["data"]]
        assert page["total"] == len(whole)
        if not page["has_next"]:
            break
        number += 1
    assert pages == whole
    beyond = clerk.get(f"{LIST}?per_page=5&page={number + 1}{query}").json()
    assert (beyond["data"], beyond["has_next"]) == ([], False)


def test_what_no_list_offers_is_refused_and_so_are_more_than_ten_thousand_rows(clerk: TestClient) -> None:
    for query in ("nonsense=1", "sort=email", "order=up", "state=lost", "annual_kwh=many", "created_from=gestern",
                  "created_to=2026-02-30", "duplicate=maybe", "spot_number=-1", "burst=gestern"):  # fmt: skip
        answer = clerk.get(f"{LIST}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (422, "validation"), query
    assert clerk.get(f"{LIST}?page=100&per_page=100").status_code == 200
    answer = clerk.get(f"{LIST}?page=101&per_page=100")
    assert (answer.status_code, answer.json()["code"]) == (422, "too_deep")


DAYS = [
    (datetime(2026, 3, 28, 22, 59, 59, tzinfo=UTC), "2026-03-28"),
    (datetime(2026, 3, 28, 23, tzinfo=UTC), "2026-03-29"),
    (datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC), "2026-03-29"),
    (datetime(2026, 3, 29, 22, tzinfo=UTC), "2026-03-30"),
    (datetime(2026, 10, 24, 22, tzinfo=UTC), "2026-10-25"),
    (datetime(2026, 10, 25, 22, 59, 59, tzinfo=UTC), "2026-10-25"),
    (datetime(2026, 10, 25, 23, tzinfo=UTC), "2026-10-26"),
]
"""Moments around midnight and both changes of the clock, with the day in Berlin."""


@pytest.mark.both_databases
def test_a_day_is_a_day_in_berlin(own_clerk: TestClient, db: Database, subtests: Subtests) -> None:
    for moment, day in DAYS:
        with subtests.test(moment=moment):
            one = update(Reservation).where(Reservation.spot_number == 1).values(created_at=moment)
            db.write(lambda session, one=one: session.execute(one) and None)
            days = [row["spot_number"] for row in listed(own_clerk, f"created_from={day}&created_to={day}")]
            assert days == [1]


@pytest.mark.both_databases
def test_the_choices_of_filters_are_the_values_that_occur(clerk: TestClient) -> None:
    facets = clerk.get(f"{LIST}/facets").json()
    assert facets[BY_PROVIDER] == ["E.ON", "Vattenfall"]
    assert facets["utm_campaign"] == ["herbst"]
    assert facets["tag"] == ["Presse"]
    assert [park["id"] for park in facets["park"]] == ["ingolstadt", "munich"]
