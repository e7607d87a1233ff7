"""Who gets a report: colleagues while they may see it, at the address of the day, others while an admin answers for
them. What changes between entering and sending counts, up to the moment at which a mail leaves.
"""

from datetime import UTC, datetime
from email import message_from_bytes
from typing import Any

import pytest

from services.schedules import runner
from services.schedules.recipients import confirmed_until
from services.staff.models import AuditEntry
from tests.fixtures.ports import free_port
from tests.fixtures.smtp import SmtpPeer
from tests.services.schedules.calls import SCHEDULES, faults, make, plan
from tests.services.schedules.office import Office
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
OUTSIDE = "bank@example.org"
DISABLED = {"state": "disabled"}
CLERK = {"role": "staff"}
MOVED = {"email": "Neu@voltigo.example", "email_normalized": "neu@voltigo.example"}


def written_to(peer: SmtpPeer) -> list[str]:
    """Who was sent something so far, in alphabetical order."""
    return sorted(str(message_from_bytes(raw)["To"]) for raw in peer.received)


def deliveries(office: Office, schedule_id: int) -> dict[str, tuple[str, str | None]]:
    """State and reason by recipient, of the last run."""
    return {one["recipient"]: (one["state"], one["left_out"]) for one in office.runs(schedule_id)[0]["deliveries"]}


def outside(office: Office, schedule_id: int) -> dict[str, Any]:
    """Its one address outside, as the console shows it."""
    [found] = [one for one in office.show(schedule_id)["whom"] if one["is_outside"]]
    return dict(found)


LEFT_OUT = [
    (DISABLED, "Konto abgeschaltet"),
    (CLERK, "Rolle darf diesen Bericht nicht sehen"),
    (MOVED | DISABLED, "Konto abgeschaltet"),
]


def test_who_has_lost_the_right_is_left_out_with_the_reason(
    office: Office, smtp_peer: SmtpPeer, subtests: pytest.Subtests
) -> None:
    for change, reason in LEFT_OUT:
        with subtests.test(str(change)):
            owner, gone = office.staff("admin"), office.staff("marketing")
            made = make(owner, recipients=[owner.member.email, gone.member.email])
            office.set_account(gone.member.id, **change)
            smtp_peer.received.clear()
            assert office.run(made["id"]) == "Berechnet und in den Versand gegeben: 1 Empfänger."
            assert office.send(smtp_peer.url) == {"sent": 1}
            office.finalize()
            assert written_to(smtp_peer) == [owner.member.email]
            [run] = office.runs(made["id"])
            assert (run["state"], run["note"]) == ("delivered", f"1 Empfänger bekam nichts: {reason}.")
            assert run["state_words"] == "Zugestellt an 1 Empfänger"
            listed = change.get("email", gone.member.email)
            assert deliveries(office, made["id"]) == {owner.member.email: ("sent", None), listed: ("left_out", reason)}
            assert [one["left_out"] for one in office.show(made["id"])["whom"]] == [None, reason]


def test_a_colleague_is_written_to_at_the_address_of_the_day(office: Office, smtp_peer: SmtpPeer) -> None:
    owner, moved = office.staff("admin"), office.staff("marketing")
    made = make(owner, recipients=[moved.member.email])
    office.set_account(moved.member.id, **MOVED)
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"sent": 1}
    assert written_to(smtp_peer) == ["Neu@voltigo.example"]
    told = office.show(made["id"])
    assert (told["recipients"], told["whom"][0]["name"]) == (["Neu@voltigo.example"], "Kim Marketing")


def test_where_nobody_is_left_the_run_fails_and_says_so_of_each(office: Office, smtp_peer: SmtpPeer) -> None:
    owner, gone, clerk = office.staff("admin"), office.staff("marketing"), office.staff("marketing")
    made = make(owner, recipients=[gone.member.email, clerk.member.email])
    slot = office.slot(made["id"])
    office.set_account(gone.member.id, **DISABLED)
    office.set_account(clerk.member.id, **CLERK)
    with pytest.raises(runner.RunFailed):
        office.run(made["id"], slot)
    [run] = office.runs(made["id"])
    reasons = ["Konto abgeschaltet", "Rolle darf diesen Bericht nicht sehen"]
    assert (run["state"], run["error"]) == ("failed", f"Kein Empfänger darf ihn bekommen: {'; '.join(reasons)}.")
    assert [(one["state"], one["left_out"]) for one in run["deliveries"]] == [("left_out", one) for one in reasons]
    assert office.send(smtp_peer.url) == {"sent": 1}, "the owner is told"
    assert written_to(smtp_peer) == [owner.member.email]
    assert [row["details"]["why"] for row in stored(office.db, AuditEntry) if "why" in row["details"]] == ["recipients"]


def test_who_loses_the_right_while_it_is_computed_gets_nothing(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(office.staff("admin"), recipients=[(gone := office.staff("marketing")).member.email])
    slot, made_files = office.slot(made["id"]), runner.rendered

    def computed(*given: Any, **options: Any) -> Any:
        office.set_account(gone.member.id, **DISABLED)
        return made_files(*given, **options)

    monkeypatch.setattr(runner, "rendered", computed)
    assert office.run(made["id"], slot) == "Kein Empfänger darf ihn bekommen: Konto abgeschaltet."
    assert (office.send(smtp_peer.url), office.finalize()) == ({}, 0)
    [run] = office.runs(made["id"])
    assert (run["state"], run["state_words"]) == ("generated", "Berechnet, nicht gesendet")


def test_a_mail_that_waited_is_looked_at_again_before_it_leaves(
    office: Office, smtp_peer: SmtpPeer, subtests: pytest.Subtests
) -> None:
    for change, state in ((DISABLED, "generated"), (CLERK, "generated"), (MOVED, "delivered")):
        with subtests.test(str(change)):
            owner, other = office.staff("admin"), office.staff("marketing")
            made = make(owner, recipients=[other.member.email])
            office.run(made["id"])
            assert office.send(f"smtp://127.0.0.1:{free_port()}") == {"retrying": 1}
            office.set_account(other.member.id, **change)
            office.clock.advance(hours=3)
            assert office.send(smtp_peer.url) == ({"sent": 1} if change is MOVED else {"cancelled": 1})
            assert office.finalize() == 1
            assert written_to(smtp_peer) == (["Neu@voltigo.example"] if change is MOVED else [])
            [run] = office.runs(made["id"])
            assert run["state"] == state
            if change is not MOVED:
                assert run["note"].startswith("Niemand bekam ihn")
                assert [one["state"] for one in run["deliveries"]] == ["left_out"]


def test_a_failed_mail_is_not_sent_again_to_who_has_left(office: Office, smtp_peer: SmtpPeer) -> None:
    owner, gone = office.staff("admin"), office.staff("marketing")
    made = make(owner, recipients=[owner.member.email, gone.member.email])
    smtp_peer.refuses = {gone.member.email: "550 5.2.2 mailbox full"}
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"sent": 1, "failed": 1}
    office.finalize()
    office.send(smtp_peer.url)
    smtp_peer.refuses = {}
    office.set_account(gone.member.id, **DISABLED)
    assert office.staff("admin").post("/api/staff/mails/retry").status_code == 200
    assert office.send(smtp_peer.url) == {"cancelled": 1}
    assert gone.member.email not in written_to(smtp_peer)
    assert office.finalize() == 1
    assert office.runs(made["id"])[0]["state"] == "delivered", "whoever may have it has it"


def test_a_test_is_only_for_who_may_see_it_when_it_is_made(office: Office, smtp_peer: SmtpPeer) -> None:
    made, reader = make(office.staff("admin")), office.staff("marketing")
    reader.post(f"{SCHEDULES}/{made['id']}/test")
    office.set_account(reader.member.id, **CLERK)
    assert office.take_up() == 1
    assert (office.runs(made["id"])[0]["state"], office.send(smtp_peer.url)) == ("failed", {})


# Outside


def test_an_address_outside_says_who_entered_it_and_is_good_for_a_year(office: Office, smtp_peer: SmtpPeer) -> None:
    admin = office.staff("admin")
    made = make(admin, recipients=[OUTSIDE, office.staff("admin").member.email])
    told = outside(office, made["id"])
    assert (told["address"], told["name"], told["state"], told["left_out"]) == (OUTSIDE, None, "entitled", None)
    assert (told["entered_by_name"], told["confirmed_by_name"]) == ("Kim Admin", "Kim Admin")
    assert told["entered_at"] == told["confirmed_at"]
    assert told["confirmed_until"] == "2027-11-03"
    states = {}
    for days in (334, 335, 365, 366):
        office.clock.now = made_at(told, days)
        states[days] = outside(office, made["id"])["state"]
    assert states == {334: "entitled", 335: "ending", 365: "ending", 366: "expired"}
    office.run(made["id"])
    office.send(smtp_peer.url)
    assert OUTSIDE not in written_to(smtp_peer)
    reason = "Bestätigung am 03.11.2027 abgelaufen"
    assert deliveries(office, made["id"])[OUTSIDE] == ("left_out", reason)
    assert office.runs(made["id"])[0]["note"].endswith(f"1 Empfänger bekam nichts: {reason}.")


def made_at(told: dict[str, Any], days: int) -> datetime:
    """So many days after it was entered."""
    entered = datetime.fromisoformat(told["entered_at"])
    return datetime.fromordinal(entered.toordinal() + days).replace(hour=entered.hour, tzinfo=UTC)


def test_only_an_admin_confirms_it_for_another_year_and_the_log_names_no_address(
    office: Office, smtp_peer: SmtpPeer
) -> None:
    owner = office.staff("marketing")
    made = make(owner)
    changed = plan(owner, recipients=[owner.member.email, OUTSIDE], version=1)
    assert office.staff("admin").put(f"{SCHEDULES}/{made['id']}", json=changed).status_code == 200
    told = outside(office, made["id"])
    office.clock.now = made_at(told, 400)
    confirm = f"{SCHEDULES}/{made['id']}/recipients/{told['id']}/confirm"
    [colleague] = [one for one in office.show(made["id"])["whom"] if not one["is_outside"]]
    assert office.staff("marketing").post(confirm).status_code == 403
    admin = office.staff("admin")
    assert admin.post(confirm.replace(f"/{told['id']}/", f"/{colleague['id']}/")).status_code == 404
    answer = admin.post(confirm)
    assert answer.status_code == 200, answer.text
    [confirmed] = [one for one in answer.json()["whom"] if one["is_outside"]]
    assert (confirmed["state"], confirmed["confirmed_until"], confirmed["entered_at"]) == (
        "entitled",
        "2028-12-08",
        told["entered_at"],
    )
    office.run(made["id"])
    office.send(smtp_peer.url)
    assert OUTSIDE in written_to(smtp_peer)
    log = [(row["action"], row["details"]) for row in stored(office.db, AuditEntry)]
    assert ("report_schedule.recipient_confirmed", {"report": "probe", "recipient": told["id"]}) in log
    assert [details["outside_added"] for _, details in log if "outside_added" in details] == [1]
    assert OUTSIDE not in str(log)


def test_who_stays_keeps_who_entered_it_and_who_comes_anew_does_not(office: Office) -> None:
    admin = office.staff("admin")
    made = make(admin, recipients=[OUTSIDE])
    own, first = f"{SCHEDULES}/{made['id']}", outside(office, made["id"])
    office.clock.advance(days=3)
    other = office.staff("admin")
    other.put(own, json=plan(other, recipients=[other.member.email, OUTSIDE.upper()], version=1))
    assert outside(office, made["id"]) == first
    other.put(own, json=plan(other, version=2))
    other.put(own, json=plan(other, recipients=[OUTSIDE], version=3))
    assert outside(office, made["id"])["entered_at"] > first["entered_at"]


def test_an_owner_who_is_no_admin_keeps_what_an_admin_entered_and_adds_none(office: Office) -> None:
    owner = office.staff("marketing")
    own = f"{SCHEDULES}/{make(owner)['id']}"
    assert office.staff("admin").put(own, json=plan(owner, recipients=[OUTSIDE], version=1)).status_code == 200
    assert owner.put(own, json=plan(owner, recipients=[OUTSIDE], name="Neu", version=2)).status_code == 200
    refused = owner.put(own, json=plan(owner, recipients=[OUTSIDE, "mehr@example.org"], version=3))
    assert faults(refused) == {"recipients.1": "outside"}


def test_an_address_of_an_account_becomes_the_account(office: Office, smtp_peer: SmtpPeer) -> None:
    admin, other = office.staff("admin"), office.staff("marketing")
    made = make(admin, recipients=[other.member.email.upper(), other.member.email])
    [told] = office.show(made["id"])["whom"]
    assert (told["is_outside"], told["name"], told["confirmed_until"]) == (False, "Kim Marketing", None)


def test_an_address_outside_that_became_a_colleagues_is_judged_as_theirs(office: Office, smtp_peer: SmtpPeer) -> None:
    admin, late = office.staff("admin"), office.staff("marketing")
    made = make(admin, recipients=[OUTSIDE, admin.member.email])
    office.set_account(late.member.id, email="Bank@example.org", email_normalized=OUTSIDE)
    for change, is_written_to in (({}, True), (DISABLED, False), ({"state": "active"} | CLERK, False)):
        office.set_account(late.member.id, **change)
        smtp_peer.received.clear()
        office.run(made["id"])
        office.send(smtp_peer.url)
        assert ("Bank@example.org" in written_to(smtp_peer), admin.member.email in written_to(smtp_peer)) == (
            is_written_to,
            True,
        )


def test_a_year_ends_on_the_same_day_in_berlin() -> None:
    assert str(confirmed_until(datetime(2026, 11, 3, 23, 30, tzinfo=UTC))) == "2027-11-04"
    assert str(confirmed_until(datetime(2028, 2, 29, 12, tzinfo=UTC))) == "2029-02-28"
