"""Each rule at the edge of its day in Berlin, the dry run that says the same, and the report that is kept."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from services.contact.models import ContactMessage
from services.core.clock import berlin_day
from services.data_protection.models import RetentionRun
from services.data_protection.registry import PERSONAL
from services.data_protection.retention.apply import due_now
from services.data_protection.retention.due import due_subjects
from services.data_protection.retention.overview import overview
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange
from services.mail.models import Mail
from services.messages.models import Conversation, Message, MessageAttachment
from services.payments.bank_account import BankAccount
from services.payments.mandates import open_mandate
from services.payments.models import Channel, Mandate
from services.reservations.models import Reservation, ReservationChange
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingKey
from tests.factories import contact_body
from tests.services.data_protection.canary import EMAIL, LAST, PERSON, Product, settle_in
from tests.services.messages.mails import mail, receive
from tests.services.payments.under_contract import add_contracts_of
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

    account = BankAccount.of(product.settings, "DE89370400440532013000", "Alt")

    def unit(session: Any) -> None:
        session.add_all(rows)
        session.execute(update(Reservation).where(Reservation.id == id_).values(state="ended"))
        session.execute(update(Mail).values(created_at=ended))

        (contract,) = add_contracts_of(session, [id_])
        open_mandate(session, contract, f"V-{contract}", account, Channel.LETTER, ended)

    product.db.write(unit)
    return id_


GOES: list[tuple[datetime, set[str]]] = [
    (datetime(2026, 12, 31, 22, 59, tzinfo=UTC), set()),
    (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), {"letters"}),
    (datetime(2028, 12, 31, 22, 59, tzinfo=UTC), set()),
    (datetime(2028, 12, 31, 23, 0, tzinfo=UTC), {"vouchers"}),
    (datetime(2030, 12, 31, 22, 59, tzinfo=UTC), set()),
    (datetime(2030, 12, 31, 23, 0, tzinfo=UTC), {"books"}),
]


ALL_AT_ONCE = [(datetime(2030, 12, 31, 23, 0, tzinfo=UTC), {"letters", "vouchers", "books"})]


@pytest.mark.parametrize("moments", [GOES, ALL_AT_ONCE], ids=["each in its year", "all in the last"])
def test_a_contract_goes_letter_by_letter_and_year_by_year(
    product: Product, moments: list[tuple[datetime, set[str]]]
) -> None:
    id_ = conclude(product, datetime(2020, 6, 30, 12, tzinfo=UTC))
    gone: set[str] = set()
    for now, due in moments:
        product.clock.now = now
        assert dry(product).keys() == due
        gone |= due
        if due:
            product.job("apply-retention")
            assert dry(product) == {}
        with product.db.read() as session:
            row = session.get_one(Reservation, id_)
            of_row = select(ReservationChange.before).where(ReservationChange.reservation_id == id_)
            told = session.scalars(of_row).all()
            assert (row.erased_at is not None) is ("books" in gone)
            assert ("Alt" in str(told)) is not bool(gone & {"vouchers", "books"})
            assert bool(session.scalar(select(Mail.id).limit(1))) is not ("letters" in gone)
            assert bool(session.scalar(select(Mandate.id))) is not ("books" in gone)


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


STRANGER = "fremd@anderswo.example"


def ask(product: Product, text: str, **fields: str) -> None:
    """A mail of a household that comes in now."""
    receive(product.db, product.clock(), mail(text, **{"from": "gisela@example.org"}, **fields))


def texts(product: Product) -> list[str]:
    """What is left after the night in which this day begins."""
    product.job("apply-retention")
    product.job("fetch-messages")
    return [row["reply_text"] for row in stored(product.db, Message)]


def test_each_message_goes_twelve_months_after_it_came_in_and_the_conversation_with_the_last(product: Product) -> None:
    product.clock.now = datetime(2027, 3, 1, 12, tzinfo=UTC)
    body = {"name": "Gisela", "email": "gisela@example.org", "topic": "frage", "message": "Wann geht es los, bitte?"}
    assert product.client.post("/api/contact", json=body).status_code == 200
    (enquiry,) = stored(product.db, ContactMessage)
    product.clock.now = datetime(2027, 5, 2, 12, tzinfo=UTC)
    ask(product, "Ich frage noch einmal.", subject=f"Zu {enquiry['reference']}")
    product.clock.now = datetime(2028, 2, 29, 12, tzinfo=UTC)  # 365 days, and no year
    assert texts(product) == [body["message"], "Ich frage noch einmal."]
    product.clock.now = datetime(2028, 3, 1, 12, tzinfo=UTC)
    assert texts(product) == ["Ich frage noch einmal."]
    assert stored(product.db, ContactMessage) == []
    assert len(stored(product.db, Conversation)) == 1
    product.clock.now = datetime(2028, 5, 2, 12, tzinfo=UTC)
    assert (texts(product), stored(product.db, Conversation)) == ([], [])


def test_an_answer_goes_with_its_mail_and_files_while_the_conversation_goes_on(product: Product) -> None:
    ask(product, "Wie hoch ist die Rate?")
    (conversation,) = stored(product.db, Conversation)
    file = {"conversation_id": conversation["id"], "filename": "Plan.txt", "content": "UGxhbg=="}
    clerk = product.staff()
    files = [clerk.post("/api/staff/answer-files", json=file).json()["id"]]
    body = {
        "version": conversation["version"],
        "key": "0123456789abcdef",
        "subject": "Re: Rate",
        "text": "Sie steht im Plan.",
        "files": files,
    }
    assert clerk.post(f"/api/staff/conversations/{conversation['id']}/answers", json=body).status_code == 201
    product.clock.advance(days=300)
    ask(product, "Danke!", subject=f"Zu {conversation['reference']}")
    product.clock.advance(days=66)
    with product.db.read() as session:
        told = due_now(session, product.clock())
    assert texts(product) == ["Danke!"]
    assert told["messages"] == {"messages": 2, "message_attachments": 1, "mails": 1}
    assert stored(product.db, MessageAttachment) == []
    assert "staff_answer" not in [row["kind"] for row in stored(product.db, Mail)]


def test_what_was_written_about_a_contract_is_kept_six_years_as_a_letter(product: Product) -> None:
    page = product.page
    page.reserve(key="contract-" * 3, **PERSON)
    reference = page.open()["reference"]
    for subject, sender in ((f"Zu {reference}", EMAIL), (f"Über {reference}", STRANGER)):
        receive(product.db, product.clock(), mail(subject, subject=subject, **{"from": sender}))
    is_it = Reservation.id == page.row().id
    product.db.write(lambda session: session.execute(update(Reservation).where(is_it).values(state="active")) and None)
    year = product.clock().year
    product.clock.advance(days=366)
    assert texts(product) == [f"Zu {reference}"], "of the stranger nobody knows that it is about the contract"
    product.clock.now = datetime(year + 6, 12, 31, 12, tzinfo=UTC)
    assert len(texts(product)) == 1
    product.clock.now = datetime(year + 7, 1, 1, 12, tzinfo=UTC)
    assert texts(product) == []


def test_a_strangers_mail_about_a_reservation_is_not_given_out_and_loses_the_name(product: Product) -> None:
    page = product.page
    page.reserve(key="canary-" * 3, **PERSON)
    own = page.open()
    reference = f"Zu {own['reference']}"
    receive(
        product.db,
        product.clock() + timedelta(minutes=1),
        mail(f"Gruß von {LAST}.", subject=reference, **{"from": EMAIL}),
        mail(f"Ich kenne {LAST}.", subject=reference, **{"from": STRANGER}),
    )
    id_ = page.row().id
    assert {row["reservation_id"] for row in stored(product.db, Conversation)} == {id_}
    given = product.client.get("/api/household/reservation/data/file.json").text
    assert "Gruß von" in given
    assert STRANGER not in given
    assert page.call("reservation/data/erasure", version=page.row().version).status_code == 200
    (left,) = stored(product.db, Message)
    assert (left["from_address"], LAST in left["body_text"], LAST in left["reply_text"]) == (STRANGER, False, False)
    assert stored(product.db, Reservation)[-1]["erased_at"] is not None


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


def test_the_page_tells_periods_runs_and_nobodys_data(product: Product) -> None:
    product.page.reserve(**PERSON)
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
