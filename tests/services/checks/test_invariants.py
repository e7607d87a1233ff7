"""Each invariant finds exactly the damage it is about, and nothing in a database at work."""

from pathlib import Path
from typing import Final

import pytest
from pytest import Subtests
from sqlalchemy import text
from sqlalchemy.orm import Session

from services.alerts.check import check_alerts
from services.alerts.models import Alert
from services.checks import prove
from services.checks.models import InvariantResult
from services.checks.prove import INVARIANTS
from services.core.db.db import Database
from services.jobs.registry import all_jobs
from services.mail.models import Mail
from services.settings import Settings
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, add_member
from tests.services.checks.busy import make_busy
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

_ACTIVE_AT_5: Final = "(SELECT id FROM reservations WHERE spot_number = 5 AND state = 'reserved')"
_CONTRACT: Final = (
    "INSERT INTO contracts (id, reservation_id, number, state, signed_by, signed_at, annual_kwh, months, price_cents, "
    "total_cents, instalment_cents, last_instalment_cents, setup_cents, term_years, texts, document_sha256) "
    "SELECT 1, min(id), 'VG-1-V1', 'concluded', 'online', '2026-11-02 09:00:00.000000', 2000, 0, 129900, 129900, "
    "129900, 129900, 7900, 20, '[]', '' FROM reservations WHERE park_id = 'ingolstadt'"
)
_EARNS: Final = (
    "INSERT INTO share_periods (contract_id, annual_kwh, first_day, last_day, cause, at) "
    "VALUES (1, {kwh}, '2027-06-01', '2047-05-31', 'begins', '2027-06-16 09:00:00.000000')"
)
DAMAGE: Final[dict[str, tuple[list[str], set[str]]]] = {
    "spot_held_once": (
        [
            "DROP INDEX uq_reservations_active_spot",
            f"UPDATE reservations SET spot_number = 1 WHERE id = {_ACTIVE_AT_5}",
        ],
        {"spot_has_reservation"},
    ),
    "reservation_has_spot": (
        ["UPDATE spots SET state = 'free' WHERE number = 5"],
        {"spots_add_up"},
    ),
    "spot_has_reservation": (
        ["UPDATE spots SET state = 'reserved' WHERE number = 6"],
        {"spots_add_up"},
    ),
    "spots_add_up": (["UPDATE parks SET spot_limit = 501 WHERE id = 'ingolstadt'"], set()),
    "kwh_add_up": (["UPDATE parks SET kwh_taken = kwh_taken + 1 WHERE id = 'ingolstadt'"], set()),
    "hold_is_complete": (["UPDATE spots SET held_until = '2030-01-01 00:00:00.000000' WHERE number = 5"], set()),
    "hold_has_cause": (
        [
            "UPDATE spots SET state = 'held', held_for = 'undo', held_until = '2030-01-01 00:00:00.000000' "
            "WHERE number = 6"
        ],
        set(),
    ),
    "hold_ends": (["UPDATE spots SET held_until = '2026-11-01 00:00:00.000000' WHERE held_for = 'undo'"], set()),
    "offer_has_hold": (["UPDATE spots SET held_kwh = 1000 WHERE held_for = 'offer'"], {"kwh_add_up"}),
    "hold_has_offer": (
        ["UPDATE waiting_offers SET answer = 'declined' WHERE answer IS NULL"],
        {"entry_has_offer"},
    ),
    "entry_has_offer": (
        ["UPDATE waiting_entries SET state = 'offered' WHERE name = 'Doris'"],
        {"waiting_counted"},
    ),
    "acceptance_has_reservation": (
        ["UPDATE waiting_offers SET reservation_id = NULL WHERE answer = 'accepted'"],
        set(),
    ),
    "waiting_counted": (["UPDATE parks SET waiting = waiting + 1 WHERE id = 'ingolstadt'"], set()),
    "turn_is_unique": (["UPDATE waiting_entries SET rank = 3 WHERE name = 'Doris'"], set()),
    "pass_is_explained": (["UPDATE waiting_entries SET passed = 2 WHERE name = 'Doris'"], set()),
    "reservation_has_consent": ([f"DELETE FROM consents WHERE reservation_id = {_ACTIVE_AT_5}"], set()),
    "reservation_has_evidence": (
        [
            f"DELETE FROM evidence WHERE reservation_id = {_ACTIVE_AT_5}",
            f"UPDATE reservations SET created_at = '2099-01-01 00:00:00.000000' WHERE id = {_ACTIVE_AT_5}",
        ],
        set(),
    ),
    "text_is_kept": (["DELETE FROM kept_texts WHERE kind = 'price_book'"], set()),
    "text_is_unedited": (
        [
            "INSERT INTO kept_texts (kind, version, sha256, content, kept_at) SELECT kind, version, 'x', 'Anders', "
            "kept_at FROM kept_texts WHERE kind = 'terms' AND version = '2026-11'"
        ],
        set(),
    ),
    "mail_has_reservation": (
        ["UPDATE mails SET subject_ref = 'reservation:999999' WHERE kind = 'contract_invitation' OR id = 1"],
        set(),
    ),
    "mail_is_once": (
        [
            "CREATE TABLE other_mails AS SELECT * FROM mails",
            "INSERT INTO other_mails SELECT * FROM other_mails WHERE id = 1",
            "DROP TABLE mails",
            "ALTER TABLE other_mails RENAME TO mails",
        ],
        set(),
    ),
    "card_check_is_followed": (["UPDATE card_checks SET look_at = NULL WHERE state = 'open'"], set()),
    "share_earns_once": ([_CONTRACT, _EARNS.format(kwh=1999)], set()),
    "shares_within_park": ([_CONTRACT, _EARNS.format(kwh=2000), "UPDATE parks SET kwh_limit = 1999"], set()),
    "entry_sums_to_zero": (
        [
            'INSERT INTO ledger_entries (key, booked_on, text, at, "by") '
            "VALUES ('x', '2026-11-02', '', '2026-11-02 09:00:00.000000', 'system')"
        ],
        set(),
    ),
    "refund_is_owed": (
        [
            'INSERT INTO ledger_entries (id, key, booked_on, text, at, "by") '
            "VALUES (1, 'x', '2026-11-02', '', '2026-11-02 09:00:00.000000', 'system')",
            "INSERT INTO ledger_postings (entry_id, position, account, contract_id, amount_cents) "
            "VALUES (1, 1, 'refund_payable', 1, 5), (1, 2, 'bank', NULL, -5)",
        ],
        set(),
    ),
    "answer_has_reservation": (["UPDATE idempotency_keys SET status = NULL WHERE status = 200"], set()),
    "log_is_whole": (["UPDATE audit_entries SET actor = 'staff:1' WHERE id = 3"], set()),
}
"""What breaks each rule, and what else that breaks."""


@pytest.fixture
def clock(make_client: MakeClient, db: Database, tmp_path: Path) -> HeldClock:
    return make_busy(make_client, db, tmp_path)


def broken_after(db: Database, clock: HeldClock, statements: list[str]) -> set[str]:
    """Which invariants find something once these statements have run, in a transaction that is rolled back."""
    with db.engine.connect() as connection, Session(connection) as session:
        for statement in [*_unguarded(db), *statements]:
            session.execute(text(statement))
        moments = prove._moments(session, clock.now)
        found = {one.name: one.find(session, moments) for one in INVARIANTS}
        session.rollback()
    assert all(0 < len(broken.examples) <= broken.count for broken in found.values() if broken.count)
    return {name for name, broken in found.items() if broken.count}


def _unguarded(db: Database) -> list[str]:
    """Without the triggers and keys that refuse such rows."""
    if not db.is_sqlite:
        return ["SET LOCAL session_replication_role = replica", "SET LOCAL TIME ZONE 'UTC'"]
    triggers = ("evidence_no_update", "evidence_no_delete", "kept_texts_no_update", "kept_texts_no_delete",
                "audit_entries_no_update", "audit_entries_no_delete")  # fmt: skip
    return ["PRAGMA defer_foreign_keys = ON", *(f"DROP TRIGGER {name}" for name in triggers)]


def test_every_invariant_has_its_damage() -> None:
    assert set(DAMAGE) == {one.name for one in INVARIANTS}
    assert len({one.sentence for one in INVARIANTS}) == len(INVARIANTS)


@pytest.mark.both_databases
def test_each_check_finds_exactly_its_damage_and_nothing_before(
    clock: HeldClock, db: Database, subtests: Subtests
) -> None:
    assert [one.invariant.name for one in prove.prove(db, clock.now) if one.broken.count] == []
    for name, (statements, besides) in DAMAGE.items():
        with subtests.test(name):
            assert broken_after(db, clock, statements) == {name} | besides
    assert broken_after(db, clock, []) == set(), "every damage was rolled back"


def test_the_job_keeps_results_an_alert_opens_and_closes_and_the_page_tells_it(
    clock: HeldClock, db: Database, tmp_path: Path, staff_client: StaffClient
) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path / "var")  # type: ignore[call-arg]
    [job] = [job for job in all_jobs(settings, db, clock) if job.name == prove.JOB]
    admin = add_member(db, "admin", now=clock.now)
    assert job.at(clock.now) == f"Alle {len(INVARIANTS)} Prüfungen bestanden."
    check_alerts(db, settings, clock)
    execute(db.engine, "UPDATE parks SET kwh_taken = kwh_taken + 1 WHERE id = 'ingolstadt'")
    clock.advance(days=1, hours=-23)
    assert job.at(clock.now) == f"1 Prüfung von {len(INVARIANTS)} nicht bestanden."
    check_alerts(db, settings, clock)
    [alert] = [row for row in stored(db, Alert) if row["kind"] == "invariant"]
    assert (alert["subject"], alert["value"]) == ("invariant:kwh_add_up", 1)
    assert alert["words"] == "Park: ingolstadt. Insgesamt 1."
    assert admin.email in {row["recipient"] for row in stored(db, Mail) if row["subject_ref"].startswith("alert:")}
    page = staff_client("admin").get("/api/staff/state").json()["data"]
    [shown] = [one for one in page if one["name"] == "invariants"]
    assert (shown["level"], shown["words"], shown["job"]) == ("fault", "1 Regel ist verletzt.", prove.JOB)
    [rule] = shown["rules"]
    assert (rule["name"], rule["violations"], rule["examples"]) == ("kwh_add_up", 1, ["ingolstadt"])
    execute(db.engine, "UPDATE parks SET kwh_taken = kwh_taken - 1 WHERE id = 'ingolstadt'")
    clock.advance(minutes=5)
    job.at(clock.now)
    check_alerts(db, settings, clock)
    assert [row["closed_at"] for row in stored(db, Alert) if row["kind"] == "invariant"] == [clock.now]
    clock.advance(days=91)
    job.at(clock.now)
    assert {row["run_at"] for row in stored(db, InvariantResult)} == {clock.now}, "old results are forgotten"
