"""The figures of the console's page, compared with a plain count over every row."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from services.core.clock import berlin_day
from services.data_protection.registry import PERSONAL
from services.data_protection.retention.overview import overview
from services.reservations.models import Reservation
from tests.services.data_protection.canary import EMAIL, Product, settle_in
from tests.services.stored import stored


def counted(product: Product) -> dict[str, tuple[int, int | None, datetime | None]]:
    """Rows, persons and oldest row of every table, by reading all of it."""
    erased = {row["id"] for row in stored(product.db, Reservation) if row["erased_at"]}
    found = {}
    with product.db.read() as session:
        for described in PERSONAL:
            rows = [row._mapping for row in session.execute(described.table.select())]
            lead = described.leads[0] if described.leads else None
            if lead and lead.subject == "reservation" and not lead.is_reference:
                rows = [row for row in rows if row[lead.column] not in erased]
            persons = {row[lead.column] for row in rows} - {None} if lead else None
            if persons is not None and lead and lead.is_reference:
                subjects = tuple(f"{one.subject.value}:" for one in described.leads)
                persons = {one for one in persons if one.startswith(subjects)}
            moments = [row[described.dated_by] for row in rows] if described.dated_by else []
            oldest = min((moment for moment in moments if moment), default=None)
            found[described.name] = (len(rows), None if persons is None else len(persons), oldest)
    return found


@pytest.mark.both_databases
def test_the_figures_are_those_of_a_plain_count(product: Product) -> None:
    settle_in(product)
    product.page.call("reservation/data/erasure", version=product.page.row().version)
    product.clock.advance(days=400)
    with product.db.read() as session:
        figures = overview(session, product.clock())
    assert {one.described.name: (one.rows, one.persons, one.oldest) for one in figures} == counted(product)
    assert next(one for one in figures if one.described.name == "reservations").persons == 1


def test_what_is_due_is_what_the_rows_say(product: Product) -> None:
    settle_in(product)
    product.clock.advance(days=364)
    today = berlin_day(product.clock())

    def due() -> dict[str, int]:
        with product.db.read() as session:
            return {one.described.name: one.due for one in overview(session, product.clock()) if one.due}

    assert due() == {}
    product.clock.advance(days=1)
    assert today + timedelta(days=1) == berlin_day(product.clock())
    assert due() == {
        **{"contact_messages": 1, "mails": 2},  # the message, and the mails about it
        **{"conversations": 2, "messages": 5, "message_attachments": 2},
    }


def test_only_admins_see_the_page(product: Product) -> None:
    settle_in(product)
    product.job("apply-retention")
    admin = product.staff()
    page: dict[str, Any] = admin.get("/api/staff/data-protection").json()
    tables = {table["name"]: table for table in page["tables"]}
    assert tables["reservations"]["persons"] == 2
    assert (
        tables["contact_messages"]["period"]
        == "12 Monate nach dem Eingang jeder Nachricht, zu einem Vertrag 6 volle Jahre nach dem Jahr der Nachricht"
    )
    assert page["last_run"]["rules"] == []
    assert page["next_run_at"] == "2026-11-04T02:20:00Z"
    assert admin.get("/api/staff/data-protection/dry-run").json() == {"rules": [], "total": 0}
    assert EMAIL not in admin.get("/api/staff/data-protection").text
    for role in ("staff", "marketing"):
        for path in ("data-protection", "data-protection/dry-run"):
            assert product.staff(role).get(f"/api/staff/{path}").status_code == 403
