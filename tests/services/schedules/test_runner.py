"""What becomes of a slot: each way it can end is a state of its own, and nothing of it is left half done."""

from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from services.jobs.models import JobRun
from services.jobs.runner import Runner
from services.jobs.scheduler import working
from services.reports.models import ReportRun
from services.reports.render import files as arriving_files
from services.schedules import preview, runner
from services.schedules.errors import RunFailed
from services.staff.models import AuditEntry
from tests.fixtures.smtp import SmtpPeer
from tests.services.reports.kept_calls import reserve
from tests.services.schedules.calls import SCHEDULES, make, plan
from tests.services.schedules.office import Office
from tests.services.stored import stored, wait_for

pytestmark = pytest.mark.usefixtures("probe")


def files(office: Office) -> list[Path]:
    """Everything that runs have left on the disk."""
    folders = (office.settings.data_dir / "reports", office.settings.data_dir / "artefacts")
    return sorted(path for folder in folders for path in folder.glob("*/*"))


def test_a_slot_is_carried_out_once_with_the_period_of_its_day(office: Office) -> None:
    made = make(office.staff("admin"))
    slot = office.slot(made["id"])
    assert office.run(made["id"], slot) == "Berechnet und in den Versand gegeben: 1 Empfänger."
    assert office.run(made["id"], slot) == "Schon erledigt."
    [run] = office.runs(made["id"])
    assert (run["state"], run["note"], run["attempts"], run["is_test"]) == ("generated", None, 1, False)
    assert datetime.fromisoformat(run["scheduled_for"]) == slot == datetime(2026, 11, 4, 5, tzinfo=UTC)
    assert run["period"] == {"from": "2026-10-28", "to": "2026-11-03"}
    assert office.show(made["id"])["last_run"] == run


@pytest.mark.parametrize(
    ("least", "said"),
    [(0, ""), (900, "Zu wenige Zeilen: Der Bericht hat 1 Zeile mit Zahlen, Tabellen kommen ab 900 Zeilen.")],
)
def test_with_too_few_rows_the_mail_says_so_instead_of_showing_tables(
    office: Office, smtp_peer: SmtpPeer, least: int, said: str
) -> None:
    reserve(office.client)
    office.send(smtp_peer.url)
    smtp_peer.received.clear()
    office.clock.advance(days=2)
    admin = office.staff("admin")
    changes = {"least_rows": least, "formats": ["xlsx", "body"]}
    made = make(admin, **changes)
    seen = admin.post(f"{SCHEDULES}/preview", json=plan(admin, **changes)).json()
    assert office.run(made["id"]) == "Berechnet und in den Versand gegeben: 1 Empfänger."
    assert office.send(smtp_peer.url) == {"sent": 1}
    [run] = office.runs(made["id"])
    message = message_from_bytes(smtp_peer.received[0], policy=default)
    body = " ".join(message.get_body(("plain",)).get_content().split())  # type: ignore[union-attr]
    assert ("zu wenige Zeilen" in message["Subject"], "Nach Quellen" in body) == (bool(said), not said)
    assert (said in body, said in (run["note"] or ""), said in seen["too_few"]) == (True, True, True)
    assert (bool(seen["too_few"]), bool(seen["files"])) == (bool(said), not said)
    assert [one["form"] for one in run["artefacts"]] == ([] if said else ["xlsx"])
    assert (run["has_result"], office.finalize()) == (True, 1)


def test_without_its_owners_right_it_stops_and_the_admins_learn_of_it(office: Office, smtp_peer: SmtpPeer) -> None:
    for change in ({"state": "disabled"}, {"role": "staff"}):
        owner, admin = office.staff("marketing"), office.staff("admin")
        made = make(owner)
        slot = office.slot(made["id"])
        office.set_account(owner.member.id, **change)
        with pytest.raises(RunFailed) as failed:
            office.run(made["id"], slot)
        assert failed.value.detail.startswith("Der Bericht wurde nicht berechnet: Sein Besitzer")
        [run] = office.runs(made["id"])
        assert (run["state"], run["deliveries"], files(office)) == ("failed", [], [])
        assert run["error"].startswith("Der Bericht wurde nicht berechnet: Sein Besitzer")
        told = office.show(made["id"])
        assert (told["state"], told["paused"]["by_system"], told["owner"]["is_entitled"]) == ("paused", True, False)
        assert told["paused"]["reason"].startswith("Der Besitzer hat kein aktives Konto mehr")
        office.send(smtp_peer.url)
        assert len([raw for raw in smtp_peer.received if f"To: {admin.member.email}" in raw.decode()]) == 1
        log = [(row["action"], row["details"].get("why")) for row in stored(office.db, AuditEntry)]
        assert log[-2:] == [("report_run.failed", "owner"), ("report_schedule.paused", None)]
        heir = office.staff("admin")
        resumed = heir.post(f"{SCHEDULES}/{made['id']}/resume").json()
        new_owner = (resumed["owner"]["id"], resumed["owner"]["is_entitled"])
        assert (resumed["state"], new_owner) == ("active", (heir.member.id, True))


FAILURES: list[tuple[str, Any, str]] = [
    ("services.schedules.runner.rendered", ZeroDivisionError("secret"),
     "Bei der Berechnung ist ein Fehler aufgetreten (ZeroDivisionError)."),
    ("services.schedules.files.sha256_of", OSError(28, "No space left on device"),
     "Die Dateien ließen sich nicht schreiben."),
    ("services.schedules.runner.definitions", None, "Diesen Bericht gibt es nicht mehr."),
]  # fmt: skip


def test_a_report_that_cannot_be_computed_or_written_has_failed_says_why_and_leaves_no_half_file(
    office: Office, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    made = make(office.staff("admin"), formats=["csv", "xlsx"])
    for number, (place, error, words) in enumerate(FAILURES, 1):
        with subtests.test(words), monkeypatch.context() as failing:
            slot = office.slot(made["id"])
            failing.setattr(place, _raise(error) if error else dict)
            with pytest.raises(RunFailed):
                office.run(made["id"], slot)
            failing.undo()
            run = office.runs(made["id"])[0]
            assert (run["state"], run["state_words"], run["error"]) == ("failed", "Nicht berechnet", words)
            assert (files(office), office.show(made["id"])["failures"]) == ([], number)
            assert office.run(made["id"], slot) == "Schon erledigt."


def test_a_database_that_is_away_at_the_slot_is_caught_up_and_the_run_says_so(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(office.staff("admin"))
    slot = office.slot(made["id"])
    away = OperationalError("SELECT", {}, Exception("gone"))
    with monkeypatch.context() as patched:
        patched.setattr(office.db, "write", _raise(away))
        with pytest.raises(OperationalError):
            office.run(made["id"], slot)
    assert office.runs(made["id"]) == []
    office.clock.advance(hours=3, minutes=12)
    assert "1 Empfänger" in office.run(made["id"], slot)
    [run] = office.runs(made["id"])
    assert run["note"] == "Nachgeholt: Fällig war er um 6:00 Uhr, berechnet wurde er um 9:12 Uhr."
    assert (run["state"], run["period"]["to"]) == ("generated", "2026-11-03")


def test_a_database_that_goes_away_in_the_middle_is_taken_up_again_as_soon_as_it_is_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(office.staff("admin"))
    slot = office.slot(made["id"])
    with monkeypatch.context() as patched:
        patched.setattr(runner, "compute", _raise(OperationalError("SELECT", {}, Exception("gone"))))
        with pytest.raises(OperationalError):
            office.run(made["id"], slot)
        assert office.runs(made["id"])[0]["state"] == "running"
    assert "1 Empfänger" in office.run(made["id"], slot)
    [run] = office.runs(made["id"])
    assert (run["state"], run["attempts"]) == ("generated", 2)


def test_whoever_was_thought_dead_writes_nothing_any_more(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(office.staff("admin"))
    slot = office.slot(made["id"])

    def overtaken(*given: Any, **options: Any) -> Any:
        monkeypatch.setattr(runner, "rendered", arriving_files.files_of)
        office.run(made["id"], slot)
        return arriving_files.files_of(*given, **options)

    monkeypatch.setattr(runner, "rendered", overtaken)
    assert office.run(made["id"], slot) == "Jemand anderes hat diesen Lauf übernommen."
    [run] = office.runs(made["id"])
    assert (run["state"], run["attempts"], len(run["deliveries"])) == ("generated", 2, 1)
    assert len(files(office)) == 1 + len(run["artefacts"])


def test_a_run_that_the_queue_gave_up_has_failed(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(office.staff("admin"))
    [job] = office.jobs()
    jobs = Runner(office.db, office.clock)
    jobs.note_plan([job])
    office.slot(made["id"])
    monkeypatch.setattr(runner, "rendered", _raise(SystemExit()))
    with pytest.raises(SystemExit):
        jobs.attend(job)
    for _ in range(2):
        assert office.finalize() == 0, "another process will take it up"
        office.clock.advance(seconds=60)
        [(run_id, _name)] = jobs.free_runs()
        with pytest.raises(SystemExit):
            jobs.take(job, run_id)
    office.clock.advance(seconds=60)
    assert not jobs.take(job, run_id)
    assert office.runs(made["id"])[0]["state"] == "running"
    assert (office.finalize(), office.finalize()) == (1, 0)
    [run] = office.runs(made["id"])
    assert (run["state"], run["error"]) == ("failed", "Der Lauf wurde 3 Mal unterbrochen.")
    assert office.show(made["id"])["failures"] == 1


def test_instances_carry_out_what_is_asked_for_of_a_paused_schedule_and_of_a_removed_one(office: Office) -> None:
    """With every job of the product, as `voltigo serve` and `voltigo worker` have them."""
    owner = office.staff("admin")
    paused, removed = make(owner), make(owner, name="Gelöscht")
    owner.post(f"{SCHEDULES}/{paused['id']}/pause", json={"reason": "Urlaub"})
    asked = [owner.post(f"{SCHEDULES}/{made['id']}/test").json()["id"] for made in (paused, removed)]
    owner.delete(f"{SCHEDULES}/{removed['id']}")
    with working(office.settings, office.db, office.clock, Event()):
        wait_for(lambda: all(row["state"] != "running" for row in stored(office.db, ReportRun)))
    ended = {row["id"]: (row["state"], row["error"]) for row in stored(office.db, ReportRun)}
    assert ended[asked[0]][0] in ("generated", "delivered")
    assert ended[asked[1]] == ("failed", "Der Zeitplan wurde gelöscht.")
    assert [row["payload"] for row in stored(office.db, JobRun) if row["payload"]] == [
        {"test_for": f"staff:{owner.member.id}"}
    ] * 2


def test_slots_from_before_it_was_saved_timed_otherwise_or_resumed_are_none(office: Office) -> None:
    owner = office.staff("admin")
    made = make(owner)
    own, early = f"{SCHEDULES}/{made['id']}", office.clock() - timedelta(hours=1)
    assert office.run(made["id"], early) == "Fällig vor der letzten Änderung des Zeitplans."
    office.clock.advance(minutes=10)
    timing = {"kind": "daily", "time": "09:00", "weekdays": [], "month_day": None}
    assert owner.put(own, json=plan(owner, timing=timing, version=1)).status_code == 200
    [job] = office.jobs()
    assert office.run(made["id"], job.rule.latest(office.clock()).at).startswith("Fällig vor")
    owner.post(f"{own}/pause", json={"reason": "Urlaub"})
    assert office.run(made["id"], office.clock() + timedelta(days=1)) == "Der Zeitplan ist angehalten."
    owner.post(f"{own}/resume")
    owner.delete(own)
    assert office.run(made["id"], office.clock() + timedelta(days=1)) == "Der Zeitplan wurde gelöscht."
    assert stored(office.db, ReportRun) == []


def test_a_test_goes_to_whoever_asks_and_counts_for_nothing(office: Office, smtp_peer: SmtpPeer) -> None:
    owner, reader = office.staff("admin"), office.staff("marketing")
    made = make(owner, recipients=["anna@example.org"])
    own = f"{SCHEDULES}/{made['id']}"
    asked = reader.post(f"{own}/test")
    assert (asked.json()["is_test"], asked.json()["state"]) == (True, "queued")
    assert office.take_up() == 1
    run = reader.get(asked.headers["location"]).json()
    assert (run["is_test"], run["state"]) == (True, "generated")
    assert [one["recipient"] for one in run["deliveries"]] == [reader.member.email]
    assert office.send(smtp_peer.url) == {"sent": 1}
    office.finalize()
    assert office.runs(made["id"])[0]["state"] == "delivered"
    assert office.show(made["id"])["last_run"] is None
    assert "Test: Jeden Morgen" in smtp_peer.received[0].decode()
    smtp_peer.refuses = {reader.member.email: "550 no"}
    reader.post(f"{own}/test")
    office.take_up()
    office.send(smtp_peer.url)
    office.finalize()
    assert office.runs(made["id"])[0]["state"] == "delivery_failed"
    assert (office.show(made["id"])["failures"], office.send(smtp_peer.url)) == (0, {})


def test_run_now_is_for_those_who_may_change_it_and_not_while_it_is_paused(office: Office) -> None:
    owner, reader = office.staff("marketing"), office.staff("marketing")
    made = make(owner)
    own = f"{SCHEDULES}/{made['id']}"
    assert reader.post(f"{own}/run").status_code == 403
    owner.post(f"{own}/run")
    office.take_up()
    [run] = office.runs(made["id"])
    assert (run["state"], run["is_test"], len(run["deliveries"])) == ("generated", False, 1)
    owner.post(f"{own}/pause", json={"reason": "Urlaub"})
    assert owner.post(f"{own}/run").json()["code"] == "paused"
    assert owner.post(f"{own}/test").status_code == 202
    assert office.take_up() == 1
    assert [one["state"] for one in office.runs(made["id"])] == ["generated"] * 2


def test_what_is_asked_for_waits_is_computed_by_a_job_and_says_so(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = office.staff("admin")
    made = make(owner)
    answer = owner.post(f"{SCHEDULES}/{made['id']}/run")
    queued = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (202, f"/api/staff/report-deliveries/{queued['id']}")
    assert (queued["state"], queued["state_words"]) == ("queued", "Wartet auf die Berechnung")
    assert (queued["attempts"], queued["has_result"], files(office)) == (0, False, [])
    seen: list[tuple[str, str]] = []

    def watched(*given: Any, **options: Any) -> Any:
        told = owner.get(answer.headers["location"]).json()
        seen.append((told["state"], told["state_words"]))
        assert office.take_up() == 0, "it is in somebody's hands"
        assert owner.post(f"{SCHEDULES}/{made['id']}/run").json()["id"] == queued["id"], "asked again"
        return arriving_files.files_of(*given, **options)

    monkeypatch.setattr(runner, "rendered", watched)
    assert office.take_up() == 1
    assert seen == [("running", "Wird berechnet")]
    told = owner.get(answer.headers["location"]).json()
    assert (told["state"], told["attempts"], told["has_result"]) == ("generated", 1, True)
    assert owner.get(f"/api/staff/report-runs/{queued['id']}").status_code == 200
    assert owner.post(f"{SCHEDULES}/{made['id']}/run").json()["id"] != queued["id"]


def test_a_test_of_ones_own_is_asked_for_once_and_does_not_stand_for_those_of_others(office: Office) -> None:
    owner, other = office.staff("admin"), office.staff("marketing")
    made = make(owner)
    own = f"{SCHEDULES}/{made['id']}"
    asked = [person.post(f"{own}/{what}").json()["id"] for person, what in (
        (owner, "test"), (owner, "test"), (other, "test"), (owner, "run"),
    )]  # fmt: skip
    assert (asked[0] == asked[1], len(set(asked))) == (True, 3)
    assert office.take_up() == 3
    assert {one["state"] for one in office.runs(made["id"])} == {"generated"}


def test_a_run_that_was_asked_for_and_fails_says_why_in_its_row(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = office.staff("admin")
    made = make(owner)
    owner.post(f"{SCHEDULES}/{made['id']}/run")
    monkeypatch.setattr(runner, "rendered", _raise(ValueError("anna@example.org")))
    assert office.take_up() == 1
    [run] = office.runs(made["id"])
    assert (run["state"], run["error"]) == ("failed", "Bei der Berechnung ist ein Fehler aufgetreten (ValueError).")
    assert office.take_up() == 0


def test_preview_shows_what_would_be_sent_and_keeps_nothing(office: Office) -> None:
    owner = office.staff("marketing")
    reserve(office.client)
    office.clock.advance(days=2)
    asked = plan(office.reader(), formats=["xlsx", "csv", "body"], name="Für die Runde")
    owner = office.staff("marketing")
    told = owner.post(f"{SCHEDULES}/preview", json={**asked, "recipients": [owner.member.email]}).json()
    assert told["period"] == {"from": "2026-10-29", "to": "2026-11-04"}
    assert told["too_few"] == ""
    assert told["subject"].startswith("Für die Runde: 29.10.2026")
    assert "Für die Runde" in told["text"]
    assert "<html" in told["html"]
    assert [one["form"] for one in told["files"]] == ["xlsx", "zip"]
    assert len(told["next"]) == 5
    assert (stored(office.db, ReportRun), files(office)) == ([], [])


def test_a_newer_preview_of_the_same_person_stops_the_one_before(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = office.staff("marketing"), office.staff("marketing")
    original, answers = preview.run_report, []

    def interrupted(*given: Any, **options: Any) -> Any:
        monkeypatch.setattr(preview, "run_report", original)
        answers.append(other.post(f"{SCHEDULES}/preview", json=plan(other)))
        answers.append(owner.post(f"{SCHEDULES}/preview", json=plan(owner, name="Neu")))
        return original(*given, **options)

    monkeypatch.setattr(preview, "run_report", interrupted)
    first = owner.post(f"{SCHEDULES}/preview", json=plan(owner, name="Alt"))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert (first.status_code, first.json()["code"]) == (409, "replaced")
    assert first.json()["title"].startswith("Diese Vorschau wurde abgebrochen")
    assert owner.post(f"{SCHEDULES}/preview", json=plan(owner)).status_code == 200


def test_each_active_schedule_is_a_job_by_its_own_clock(office: Office) -> None:
    owner = office.staff("admin")
    timing = {"kind": "monthly", "time": "02:30", "weekdays": [], "month_day": 31}
    made = make(owner, timing=timing, zone="America/New_York", name="Am Letzten")
    [job] = office.jobs()
    assert (job.name, job.title) == (f"report-schedule:{made['id']}", "Am Letzten")
    slot = next(job.rule.after(office.clock()))
    assert (slot.local.date(), slot.at) == (date(2026, 11, 30), datetime(2026, 11, 30, 7, 30, tzinfo=UTC))
    office.clock.now = slot.at
    assert "1 Empfänger" in job.run(slot.at)
    owner = office.staff("admin")
    owner.post(f"{SCHEDULES}/{made['id']}/pause", json={"reason": "Urlaub"})
    assert office.jobs() == []


class TestOnPostgresql:
    """The queries that compare runs with the queue."""

    @pytest.fixture
    def database_url(self, postgresql_url: str) -> str:
        return postgresql_url

    def test_only_a_request_that_the_queue_gave_up_has_failed(self, office: Office) -> None:
        owner = office.staff("admin")
        lost, waits = (make(owner, name=name)["id"] for name in ("Verloren", "Wartet"))
        for made in (lost, waits):
            owner.post(f"{SCHEDULES}/{made}/run")
        gone = update(JobRun).where(JobRun.job == f"report-schedule:{lost}").values(state="lost")
        office.db.write(lambda session: session.execute(gone) and None)
        assert (office.finalize(), office.finalize()) == (1, 0)
        [run] = office.runs(lost)
        assert (run["state"], run["error"]) == ("failed", "Der Lauf wurde nicht begonnen.")
        assert office.runs(waits)[0]["state"] == "queued"
        assert office.take_up() == 1
        assert office.runs(waits)[0]["state"] == "generated"


def _raise(error: BaseException) -> Any:
    def raising(*_given: Any, **_options: Any) -> Any:
        raise error

    return raising
