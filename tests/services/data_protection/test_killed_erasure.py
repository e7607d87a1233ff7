"""Killed at any line, an erasure has not begun, or the nightly job ends it: nobody is half erased."""

import random

import pytest

from services.data_protection.models import Erasure
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.services.data_protection.canary import Product
from tests.services.data_protection.erasing import erase_apart
from tests.services.reservations.standing import check_invariants
from tests.services.stored import stored
from tests.services.waiting_list.line import open_small_park

pytestmark = pytest.mark.both_databases(sample="sqlite")
KILLS = proved(2, 40)
"""On each database."""


def surname(number: int) -> str:
    return f"Kirschgrund{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]}"


def settle_in(product: Product, number: int) -> None:
    name = surname(number)
    body = reservation_body(
        last_name=name, email=f"{name}@haushalt.example".lower(), mobile_phone=f"0171 {4_000_000 + number}"
    )
    answer = product.client.post("/functions/v1/reserve-spot", json=body)
    assert answer.status_code == 200, answer.text


def traces_of(product: Product, name: str) -> set[str]:
    """Where the household is named: rows of its reservation, and files of its mails."""
    rows = {"reservation" for row in stored(product.db, Reservation) if row["last_name"] == name}
    files = (product.settings.data_dir / "mail").glob("*.eml")
    mails = {path.name for path in files if name.lower() in path.read_text().lower()}
    return rows | mails


def test_a_killed_erasure_has_not_begun_or_is_ended(product: Product) -> None:
    open_small_park(product.db, spots=KILLS + 10, kwh=None)
    for number in range(KILLS + 1):
        settle_in(product, number)
    product.job("deliver-mail")
    ids = {row["last_name"]: row["id"] for row in stored(product.db, Reservation)}
    assert all(len(traces_of(product, surname(number))) >= 2 for number in range(KILLS + 1)), "a row and a mail"

    product.clock.advance(days=1)
    lines = erase_apart(product.settings, ids[surname(0)], product.clock.now)
    assert lines is not None and traces_of(product, surname(0)) == set(), "else no kill would prove anything"
    moments = random.Random(lines)
    killed = 0
    for number in range(1, KILLS + 1):
        moment = moments.randint(1, round(lines * 0.8))  # a later one may take fewer lines
        killed += erase_apart(product.settings, ids[surname(number)], product.clock.now, moment) is None
    assert killed >= KILLS / 2

    begun = {row["id"] for row in stored(product.db, Reservation) if row["erased_at"]}
    for number in range(1, KILLS + 1):
        if ids[surname(number)] not in begun:
            assert len(traces_of(product, surname(number))) >= 2, "it stands as it was"
            assert erase_apart(product.settings, ids[surname(number)], product.clock.now) is not None
    product.clock.advance(days=1)
    product.job("finish-erasures")
    assert not any(traces_of(product, surname(number)) for number in range(KILLS + 1))
    assert [row["finished_at"] is not None for row in stored(product.db, Erasure)] == [True] * (KILLS + 1)
    check_invariants(product.db)
    with product.db.read() as session:
        assert first_broken_entry(session) is None
