"""An external address is removed everywhere: from schedules, alert rules, and mails that have not left yet."""

from typing import Any

import pytest

from services.alerts.models import AlertRule
from services.mail.models import Mail
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportRecipient
from services.schedules.recipients import Chosen
from services.schedules.schedules import remove
from tests.services.responsibilities.desk import OUTSIDE, PATH, Desk
from tests.services.stored import stored

OTHER = "andere@partner.example.org"


def preview(desk: Desk, address: str = OUTSIDE) -> dict[str, Any]:
    answer = desk.admin.post(f"{PATH}/outside/preview", json={"address": address})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def confirm(desk: Desk, plan: str) -> Any:
    return desk.admin.post(f"{PATH}/outside/remove", json={"address": OUTSIDE, "plan": plan})


def waiting_mail(desk: Desk, schedule_id: int, recipient: str, number: int) -> None:
    """A report that was queued and has not left yet."""

    def unit(session: Any) -> None:
        now = desk.clock()
        run = ReportRun(
            report="overview", parameters={}, trigger="scheduled", state="generated", label="Jede Woche",
            created_by="system", created_at=now, started_at=now, schedule_id=schedule_id,
        )  # fmt: skip
        session.add(run)
        session.flush()
        key = f"report-arrived:{run.id}:{number}"
        session.add(ReportDelivery(run_id=run.id, recipient=recipient, mail_key=key))
        mail = Mail(
            dedupe_key=key, kind="report_arrived", subject_ref=f"report_run:{run.id}", recipient=recipient, values={},
            message_id=f"<{number}@voltigo.example>", state="queued", attempts=0, next_attempt_at=now, created_at=now,
        )  # fmt: skip
        session.add(mail)

    desk.db.write(unit)


@pytest.mark.both_databases
def test_an_address_is_removed_everywhere_and_its_waiting_mails_do_not_leave(desk: Desk) -> None:
    first = desk.schedule(desk.admin_member, Chosen(None, OUTSIDE), Chosen(None, OTHER))
    gone = desk.schedule(desk.admin_member, Chosen(None, OUTSIDE), name="Gelöscht")
    desk.db.write(lambda session: remove(session, gone, desk.staff(desk.admin_member), desk.clock()))
    desk.rule("capacity", OUTSIDE.upper(), OTHER)
    for number, address in enumerate((OUTSIDE, OTHER), 1):
        waiting_mail(desk, first, address, number)
    [mine] = [one for one in desk.seen()["outside"] if one["address"] == OUTSIDE.lower()]
    assert [one["kind"] for one in mine["holdings"]] == ["receives", "alert_rule"]
    assert confirm(desk, preview(desk)["plan"]).status_code == 200
    rows = stored(desk.db, ReportRecipient)
    rules = [one for rule in stored(desk.db, AlertRule) for one in rule["recipients"]]
    assert ({row["address"] for row in rows}, rules) == ({OTHER}, [OTHER])
    assert [row["state"] for row in stored(desk.db, Mail)] == ["cancelled", "queued"]
    assert [row["left_out"] for row in stored(desk.db, ReportDelivery)] == ["Adresse wurde entfernt", None]
    assert [one["address"] for one in desk.seen()["outside"]] == [OTHER]
    [entry] = desk.entries("responsibilities.address_removed")
    assert f"report_schedule:{first}" in str(entry["details"])
    assert "partner" not in str(entry).lower(), "entries cannot be erased"


def test_a_schedule_without_a_recipient_is_paused_and_says_so(desk: Desk) -> None:
    schedule = desk.schedule(desk.admin_member, Chosen(None, OUTSIDE))
    [step] = preview(desk)["steps"]
    assert step["outcome"] == "empties"
    assert step["words"] == "Danach hat der Zeitplan keinen Empfänger mehr. Er wird angehalten."
    confirm(desk, preview(desk)["plan"])
    row = desk.schedule_row(schedule)
    assert (row["state"], desk.recipients(schedule)) == ("paused", [])
    assert row["paused_reason"] == "Der letzte Empfänger wurde herausgenommen. Bitte tragen Sie einen neuen ein."
    again = desk.admin.post(f"/api/staff/report-schedules/{schedule}/resume")
    assert (again.status_code, again.json()["code"]) == (409, "no_recipient")
    assert desk.schedule_row(schedule)["state"] == "paused"


def test_pressed_twice_nothing_more_happens_and_a_changed_plan_is_refused(desk: Desk) -> None:
    schedule = desk.schedule(desk.admin_member, Chosen(None, OUTSIDE), Chosen(None, OTHER))
    plan = preview(desk)["plan"]
    desk.schedule(desk.admin_member, Chosen(None, OUTSIDE), name="Inzwischen neu")
    late = confirm(desk, plan)
    assert (late.status_code, late.json()["code"]) == (409, "plan_changed")
    assert len(desk.recipients(schedule)) == 2
    plan = preview(desk)["plan"]
    assert len(confirm(desk, plan).json()["steps"]) == 2
    assert confirm(desk, plan).json() == {"steps": []}
    assert len(desk.entries("responsibilities.address_removed")) == 1
