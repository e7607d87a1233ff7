"""What the records of others say about the household: texts of staff, a message of a neighbour, labels."""

from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.personal_data import Description, Effect
from services.data_protection.person import person_of, rows_of
from services.data_protection.registry import PERSONAL
from services.declarations.models import Declaration
from services.parks.allocation import lock_park
from services.parks.models import Spot
from services.reservations.desk.models import OperationRequest
from services.reservations.imports.models import ImportRow, ReservationImport
from services.reservations.models import Reservation
from services.reservations.placement import Origin
from services.reservations.submissions import HeldBack
from services.reservations.validation import validate_reservation
from services.self_reported_source.models import ToldOrigin
from services.staff.models import Account
from services.waiting_list.models import WaitingEntry
from services.waiting_list.sign_in.confirm_first import keep
from tests.factories import contact_body, reservation_body
from tests.services.data_protection.canary import EMAIL, FIRST, LAST, PERSON, TRACES, Product, traces_in
from tests.services.data_protection.own_traces import answer_with, refuse
from tests.services.declarations.forms import NOTICE, declare
from tests.services.schedules.calls import SCHEDULES, plan
from tests.services.stored import stored
from tests.services.waiting_list.line import Line

TYPED: Final = f"Nachbar von {FIRST.upper()}  {LAST.upper()}, 0172/555 99-33, {EMAIL.title()}"
"""As people type it: in capitals, with two blanks, the number divided otherwise."""
_OF_STAFF: Final = frozenset(
    {
        "staff_accounts",
        "staff_sessions",
        "staff_passkeys",
        "audit_entries",
        "alert_rules",
        "report_recipients",
        "report_deliveries",
    }
)
"""Tables about people who work here or receive reports."""
_OF_CONTRACTS: Final = frozenset(
    {"ledger_entries", "ledger_postings", "debit_notices", "bank_runs", "bank_lines", "bank_statements"}
    | {"statement_lines", "payment_reminders"}
)
"""Tables that have rows of households with a contract alone, which the law keeps."""
NO_TRACE: Final = {
    "consents.received_on": "only of what staff enter for a household, and then a day",
    "contact_messages.amount_cents": "only of a message about money, and then a number",
    "contact_messages.payment_method": "the same",
    "contact_messages.project": "the same",
    "conversations.last_outbound_at": "set by an answer of ours",
    "declaration_cases.ends_on": "needs a contract, which the law keeps",
    "declaration_cases.refunded_at": "the same",
    "declaration_changes.before": "an answer is given once: before it there are no words",
    "erasures.at": "comes with the erasure itself",
    "erasures.actor": "the same",
    "erasures.kept_until": "the same",
    "erasures.rows": "the same",
    "evidence.received_on": "the same as of the consent",
    "mailbox_refusals.raw": "leads to nobody: what cannot be read is deleted after its days",
    "mailbox_refusals.received_at": "the same",
    "mandates.cause": "set by another account, and then a word",
    "mandates.ended_at": "the same",
    "mails.attachments": "of reports, and to staff; of answers only numbers, the names stand with the message",
    "rate_counts.bucket": "a checksum, and no limits are counted in tests",
    "referral_codes.disabled_at": "set by the erasure itself",
    "reservations.channel": "only of what staff enter, and then one of four words",
    "reservations.invited_at": "only of whom staff have invited, and then a moment",
    "reservations.decided_at": "only of who has answered an invitation, and then a moment",
    "reservations.received_on": "only of what staff enter, and then a day",
    "reservations.yearly_platform_fee_cents": "is 0 for everybody",
}
"""Personal columns in which nothing of the household stands before its erasure, and why."""


def be_named_elsewhere(product: Product) -> None:
    """Everybody else writes the household down."""
    admin = product.staff()
    other = stored(product.db, Reservation)[0]
    _in_a_reservation(admin, other["id"])
    _in_a_turn(product, admin)
    _in_a_refused_mail(product, admin, other["email"])
    message = contact_body(message=TYPED, reference=None, email="gisela@example.org", name="Gisela")
    assert product.client.post("/api/contact", json=message).status_code == 200
    _in_an_answer(product, admin)
    _in_labels(product, admin)
    # As a server of the release before writes it, while both run.
    noted = update(Reservation).where(Reservation.id == other["id"]).values(notes=TYPED)
    product.db.write(lambda session: session.execute(noted) and None)
    _in_a_request(product, other["id"])
    _in_a_call_that_waits(product, admin)
    product.db.write(_in_a_list)
    _in_told_origins(product, other["id"])
    blocked = update(Spot).where(Spot.number == 3).values(state="blocked", reason=TYPED)
    product.db.write(lambda session: session.execute(blocked) and None)


def _in_a_reservation(admin: TestClient, id_: int) -> None:
    for tags in ([f"Zu {LAST}"], [f"Zu {LAST}", f"Zu {EMAIL}"]):  # so that the history holds it before and after
        version = admin.get(f"/api/staff/reservations/{id_}").json()["version"]
        _done(admin.patch(f"/api/staff/reservations/{id_}", json={"version": version, "tags": tags}))
    _done(admin.post(f"/api/staff/reservations/{id_}/notes", json={"text": TYPED}))
    path = "/api/staff/reservations/operations/waive_deposit"
    _done(admin.post(path, json={"ids": [id_], "reason": TYPED}))


def _in_a_call_that_waits(product: Product, admin: TestClient) -> None:
    """The household's own: another call, which has to be confirmed first and never is. No limits are counted here, so
    the labels of where its calls came from are written down for them, to be found.
    """
    entry = next(row for row in stored(product.db, WaitingEntry) if row["email"] == EMAIL)
    path = f"/api/staff/waiting-list/{entry['id']}"
    _done(admin.post(f"{path}/take-off", json={"version": entry["version"], "reason": TYPED}))
    network, line = TRACES[0], TRACES[2]
    request = validate_reservation(reservation_body(**PERSON), instalments_offered=True, allow_test_domains=True)
    held = HeldBack(request, Origin(network, line))
    labelled = update(Reservation).where(Reservation.id == product.page.row().id).values(network=network, line=line)

    def unit(session: Session) -> None:
        lock_park(session, request.park)
        keep(session, product.settings, [held], product.clock())
        session.execute(labelled)

    product.db.write(unit)


def _in_a_list(session: Session) -> None:
    """An import that was interrupted: its last row waits."""
    made = ReservationImport(
        file_name=f"{TYPED}.csv", sha256="0", header_key="", mapping={}, park_id="ingolstadt", statement=TYPED,
        is_told=True, state="running", rows=1, refused=0, left_out=0, at=utc_now(), actor="staff:1",
    )  # fmt: skip
    session.add(made)
    session.flush()
    session.add(ImportRow(import_id=made.id, line=2, sha256="0", planned_spot=9, entry={"note": TYPED}))


def _in_told_origins(product: Product, other_id: int) -> None:
    """A neighbour says who told it of us; the household itself may not name itself."""
    named, now = f"Tipp von {LAST}", product.clock()
    row = ToldOrigin(reservation_id=other_id, asked_at=now, answer="other", answered_at=now, text=named)
    product.db.write(lambda session: session.add(row))
    own = {"answer": "other", "text": "Am Stand auf der Messe"}
    _done(product.page.call("just-reserved/told/answer", idempotency_key="canary-" * 3, **own))


def _in_a_request(product: Product, id_: int) -> None:
    """An operation for a second person, which takes more households than there are here."""
    now = product.clock.now
    texts = {"reason": TYPED, "decision_reason": TYPED}
    moments = {"asked_at": now, "asked_by": "staff:1", "expires_at": now, "decided_at": now, "decided_by": "staff:2"}
    row = OperationRequest(name="contract", ids=[id_], state="refused", done=0, left_out=[], **texts, **moments)
    product.db.write(lambda session: session.add(row))


def _in_a_turn(product: Product, admin: TestClient) -> None:
    line = Line(product.client, product.db, product.clock, product.folder)
    line.enter("Gisela", kwh=1000)
    entry = next(row for row in stored(product.db, WaitingEntry) if row["name"] == "Gisela")
    _done(
        admin.post(f"/api/staff/waiting-list/{entry['id']}/skip", json={"version": entry["version"], "reason": TYPED})
    )


def _in_a_refused_mail(product: Product, admin: TestClient, address: str) -> None:
    id_ = refuse(product, address)
    _done(admin.post(f"/api/staff/refused-mails/{id_}/settle", json={"reason": TYPED}))


def _in_an_answer(product: Product, admin: TestClient) -> None:
    declare(product.client, NOTICE, once="c" * 24)
    answer_with(admin, stored(product.db, Declaration)[-1]["id"], None, TYPED)


def _in_labels(product: Product, admin: TestClient) -> None:
    campaign = {"name": f"Gruß an {LAST}", "utm_source": "brief", "utm_campaign": "winter", "note": TYPED}
    id_ = _done(admin.post("/api/staff/campaigns", json=campaign))["id"]
    me = SimpleNamespace(member=SimpleNamespace(email=stored(product.db, Account)[-1]["email"]))
    filters = {"only_utm_campaign": [LAST.lower()]}
    schedule = plan(
        me,
        report="reservations",
        name=f"Für {LAST}",
        parameters=filters,
    )
    made = _done(admin.post(SCHEDULES, json=schedule))
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("put", f"campaigns/{id_}/costs/2026-10-01", {"cents": 100, "note": TYPED}),
        ("post", "aliases", {"field": "utm_campaign", "raw": f"einladung-{LAST}".lower(), "canonical": "einladung"}),
        ("post", "referrals/codes", {"partner_name": f"Laden {LAST}", "note": TYPED}),
        ("post", "jobs/forget-salts/pause", {"reason": f"Wegen {LAST}"}),
        ("post", "machine-tokens", {"name": f"Für {LAST}"}),
        (
            "post",
            "webhooks",
            {"name": f"Für {LAST}", "url": "https://93.184.216.34/h", "events": ["report_run.failed"]},
        ),
        ("post", f"report-schedules/{made['id']}/test", {}),
        ("post", f"report-schedules/{made['id']}/pause", {"reason": TYPED}),
    ]
    kept = {"report": "breakdown", "label": f"Stand für {LAST}", "parameters": {}}
    run = _done(admin.post("/api/staff/report-runs", json=kept))["id"]
    link = {"label": f"Für {LAST}", "filters": filters}
    calls.append(("post", f"report-runs/{run}/links", link))
    for method, path, body in calls:
        _done(admin.request(method, f"/api/staff/{path}", json=body))


def _done(answer: Any) -> dict[str, Any]:
    assert answer.status_code in (200, 201, 202, 204), (str(answer.request.url), answer.text)
    told: dict[str, Any] = answer.json() if answer.content else {}
    return told


def empty_columns(product: Product) -> set[str]:
    """Personal columns, `table.column`, in which nothing of the household stands: the search after its erasure would
    prove nothing for them. A free text must name it; any other column needs a value in a row that leads to it.
    """
    return {
        f"{described.name}.{name}"
        for described in PERSONAL
        if described.name not in _OF_STAFF | _OF_CONTRACTS
        for name, column in described.personal.items()
        if not (
            _is_named(product, described, name)
            if column.effect is Effect.REDACT or column.names_others
            else _has_value(product, described, name)
        )
    }


def _is_named(product: Product, described: Description, name: str) -> bool:
    with product.db.read() as session:
        return any(traces_in(str(value)) for value in session.scalars(described.table.select().with_only_columns(
            described.table.c[name])))  # fmt: skip


def _has_value(product: Product, described: Description, name: str) -> bool:
    column = described.table.c[name]
    with product.db.read() as session:
        person = person_of(session, session.get_one(Reservation, product.page.row().id))
        where = rows_of(described, person) if described.leads else None
        rows = described.table.select().with_only_columns(column)
        values = session.scalars(rows if where is None else rows.where(where))
        return any(value not in (None, "", 0, [], {}) for value in values)
