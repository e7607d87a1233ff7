"""Each rule at the edge of its day in Berlin, the dry run that says the same, and the report that is kept."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from services.contact.models import ContactMessage
from services.data_protection.models import RetentionRun
from services.data_protection.retention.apply import due_now
from services.data_protection.retention.due import due_subjects
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange
from services.mail.models import Mail
from services.reservations.models import Reservation, ReservationChange
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingKey
from tests.factories import contact_body
from tests.services.data_protection.canary import Product
from tests.services.stored import stored
from tests.services.waiting_list.line import Line


def dry(product: Product) -> dict[str, dict[str, int]]:
    with product.db.read() as session:
        return due_now(session, product.clock())


def run(product: Product) -> dict[str, dict[str, int]]:
    """Run the job; it has to do exactly what the dry run said."""
    product.job("forget")  # sessions, links and answers end long before
    told = dry(product)
    done: dict[str, dict[str, int]] = product.job("apply-retention").rows
    assert done == told
    assert dry(product) == {}
    assert stored(product.db, RetentionRun)[-1]["rows"] == done
    return done


def cancel(product: Product, at: datetime) -> None:
    """The household gives its place back at this moment."""
    product.clock.now = at
    product.page.reserve(key="key-of-one-who-leaves", last_name="Abend", email="abend@example.org")
    product.page.open()
    assert product.page.call("reservation/give-up").status_code == 200


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize(
    ("ended", "last_day_kept"),
    [
        (datetime(2026, 11, 3, 22, 59, 59, tzinfo=UTC), date(2027, 11, 2)),
        (datetime(2026, 11, 3, 23, 0, 0, tzinfo=UTC), date(2027, 11, 3)),
        (datetime(2027, 3, 28, 21, 59, 59, tzinfo=UTC), date(2028, 3, 27)),  # summer time began that day
    ],
)
def test_a_cancelled_reservation_is_kept_for_twelve_months(
    product: Product, ended: datetime, last_day_kept: date
) -> None:
    cancel(product, ended)

    def due(day: date) -> int:
        with product.db.read() as session:
            return len(session.scalars(due_subjects("over", day)).all())

    assert (due(last_day_kept), due(last_day_kept + timedelta(days=1))) == (0, 1)


@pytest.mark.both_databases
def test_after_twelve_months_the_reservation_is_a_statistic(product: Product) -> None:
    cancel(product, product.clock())
    kept = stored(product.db, Reservation)[1]
    product.clock.advance(days=366)
    done = run(product)
    assert done.keys() == {"over"}
    assert done["over"]["reservations"] == 1
    row = stored(product.db, Reservation)[1]
    assert (row["last_name"], row["mobile_phone"], row["postcode"]) == ("Haushalt", "", "")
    figures = ("spot_number", "annual_kwh", "payment_plan", "state", "created_at", "share_amount_cents")
    assert {name: row[name] for name in figures} == {name: kept[name] for name in figures}
    assert stored(product.db, Reservation)[0]["erased_at"] is None
    assert not [mail for mail in stored(product.db, Mail) if "abend" in mail["recipient"]]


def conclude(product: Product, ended: datetime) -> int:
    """A contract that was concluded, carried out and over at this moment; the id of its reservation."""
    product.page.reserve(key="key-of-a-contract", last_name="Vertrag", email="vertrag@example.org")
    id_ = product.page.row().id
    rows = [
        ReservationChange(
            reservation_id=id_, at=ended, actor="staff:1", action=action, version=version, before={"last_name": "Alt"},
            after={"state": state}, reason="",
        )
        for version, (action, state) in enumerate([("contract", "contracted"), ("end", "ended")], start=2)
    ]  # fmt: skip

    def unit(session: Any) -> None:
        session.add_all(rows)
        session.execute(update(Reservation).where(Reservation.id == id_).values(state="ended"))
        session.execute(update(Mail).values(created_at=ended))

    product.db.write(unit)
    return id_


@pytest.mark.both_databases(sample="sqlite")
@pytest.mark.parametrize(
    ("now", "due"),
    [
        (datetime(2026, 12, 31, 22, 59, tzinfo=UTC), set()),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), {"letters"}),
        (datetime(2028, 12, 31, 22, 59, tzinfo=UTC), {"letters"}),
        (datetime(2028, 12, 31, 23, 0, tzinfo=UTC), {"letters", "vouchers"}),
        (datetime(2030, 12, 31, 22, 59, tzinfo=UTC), {"letters", "vouchers"}),
        (datetime(2030, 12, 31, 23, 0, tzinfo=UTC), {"letters", "vouchers", "books"}),
    ],
)
def test_a_contract_goes_letter_by_letter_and_year_by_year(product: Product, now: datetime, due: set[str]) -> None:
    id_ = conclude(product, datetime(2020, 6, 30, 12, tzinfo=UTC))
    product.clock.now = now
    assert dry(product).keys() == due
    product.job("apply-retention")
    assert dry(product) == {}
    with product.db.read() as session:
        row = session.get_one(Reservation, id_)
        told = session.scalars(select(ReservationChange.before).where(ReservationChange.reservation_id == id_)).all()
        assert (row.erased_at is not None) is ("books" in due)
        assert ("Alt" in str(told)) is not bool(due & {"vouchers", "books"})
        assert bool(session.scalar(select(Mail.id).limit(1))) is not ("letters" in due)


@pytest.mark.both_databases
def test_messages_and_entries_of_the_list_go_with_all_that_belongs_to_them(product: Product) -> None:
    line = Line(product.client, product.db, product.clock, product.folder, households=1)
    line.fill(1000)
    assert product.client.post("/api/contact", json=contact_body(reference=None)).status_code == 200
    line.enter("Gisela", kwh=1000)
    line.enter("Henning", kwh=1000)
    assert line.as_("Gisela").call("entry/leave").status_code == 200
    product.job("deliver-mail")
    files = {path.name for path in (product.settings.data_dir / "mail").glob("*.eml")}
    product.clock.advance(days=179)
    assert "waiting" not in dry(product)
    product.clock.advance(days=1)
    done = run(product)
    assert done["waiting"]["waiting_entries"] == 1
    assert [row["name"] for row in stored(product.db, WaitingEntry)] == ["Henning"]
    assert {row["entry_id"] for model in (WaitingEvent, WaitingKey) for row in stored(product.db, model)} == {2}
    product.clock.advance(days=185)
    assert run(product)["contact"] == {"contact_messages": 1, "mails": 2}
    assert stored(product.db, ContactMessage) == []
    left = {path.name for path in (product.settings.data_dir / "mail").glob("*.eml")}
    assert left < files
    assert len(left) == len(stored(product.db, Mail))


@pytest.mark.both_databases
def test_a_declaration_goes_when_its_day_is_over(product: Product) -> None:
    """By the database's own day too: its trigger refuses any earlier one."""
    today = datetime.now(UTC).date()
    for number, keep_until in enumerate((today - timedelta(days=2), today + timedelta(days=2))):
        product.db.write(lambda session, n=number, until=keep_until: _declare(session, n, until))  # type: ignore[misc]
    product.clock.now = datetime.now(UTC)
    done = run(product)
    assert done["declarations"] == {"declarations": 1, "declaration_cases": 1, "declaration_changes": 1}
    assert [row["name"] for row in stored(product.db, Declaration)] == ["Nummer 1"]
    with pytest.raises(Exception, match="kept until their day"):
        product.db.write(_delete_everything)


def _delete_everything(session: Any) -> None:
    for model in (DeclarationChange, DeclarationCase, Declaration):
        session.execute(delete(model))


def _declare(session: Any, number: int, keep_until: date) -> None:
    now = datetime(2022, 5, 1, tzinfo=UTC)
    texts = dict.fromkeys(("contract", "remark", "reason", "wording", "received_berlin"), "x")
    row = Declaration(
        reference=f"ER-2222-222{number}", once=f"once-{number}", kind="withdrawal", received_at=now,
        name=f"Nummer {number}", email="x@example.org", email_normalized="x@example.org", sha256="0" * 64,
        keep_until=keep_until, **texts,
    )  # fmt: skip
    session.add(row)
    session.flush()
    session.add(DeclarationCase(declaration_id=row.id, state="received", version=1, updated_at=now, is_mailed=False,
                                words=""))  # fmt: skip
    session.add(DeclarationChange(declaration_id=row.id, at=now, actor="staff:1", action="match", version=2,
                                  before={}, after={}))  # fmt: skip
    session.flush()
