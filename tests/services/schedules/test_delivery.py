"""A report on its way over a real SMTP server: what the console says is what happened, nothing twice, nothing lost."""

import email
import email.policy
from email.message import EmailMessage
from hashlib import sha256
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from services.mail.models import Mail
from services.reports.render.files import MOST_FILES
from services.schedules import runner
from services.staff.models import AuditEntry
from tests.fixtures.ports import free_port
from tests.fixtures.smtp import SmtpPeer
from tests.services.reports.kept_calls import reserve
from tests.services.schedules.calls import make, plan
from tests.services.schedules.office import Office
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
THREE = ["anna@example.org", "berta@example.org", "carla@example.org"]


def messages(peer: SmtpPeer) -> list[EmailMessage]:
    return [email.message_from_bytes(raw, policy=email.policy.default) for raw in peer.received]  # type: ignore[misc]


def attached(message: EmailMessage) -> dict[str, bytes]:
    return {str(part.get_filename()): part.get_payload(decode=True) for part in message.iter_attachments()}  # type: ignore[misc]


def states(run: dict[str, Any]) -> dict[str, str]:
    return {one["recipient"]: one["state"] for one in run["deliveries"]}


def fetch(office: Office, run: dict[str, Any], artefact: dict[str, Any]) -> Any:
    return office.reader().get(f"/api/staff/report-runs/{run['id']}/artefacts/{artefact['id']}")


def test_each_recipient_gets_one_mail_with_the_very_bytes_that_are_kept(
    client: TestClient, office: Office, smtp_peer: SmtpPeer
) -> None:
    reserve(client)
    office.send(smtp_peer.url)
    smtp_peer.received.clear()
    office.clock.advance(days=2)
    made = make(office.staff("admin"), recipients=THREE, formats=["csv", "xlsx", "parquet", "pdf", "body"])
    office.run(made["id"])
    [before] = office.runs(made["id"])
    assert (before["state"], before["state_words"]) == ("generated", "Berechnet, Versand läuft: 0 von 3 Empfängern")
    assert office.send(smtp_peer.url) == {"sent": 3}
    assert office.finalize() == 1
    [run] = office.runs(made["id"])
    assert (run["state"], run["error"], run["note"]) == ("delivered", None, None)
    assert states(run) == dict.fromkeys(THREE, "sent")
    sent = messages(smtp_peer)
    assert sorted(str(one["To"]) for one in sent) == THREE
    kept = {one["name"]: fetch(office, run, one).content for one in run["artefacts"]}
    assert {one["name"]: one["sha256"] for one in run["artefacts"]} == {
        name: sha256(content).hexdigest() for name, content in kept.items()
    }
    assert [attached(one) for one in sent] == [kept] * 3
    begins = {name.rpartition(".")[2]: content[:3] for name, content in kept.items()}
    assert begins == {"zip": b"PK\x03", "xlsx": b"PK\x03", "pdf": b"%PD"}
    [packed] = (content for name, content in kept.items() if name.endswith(".zip"))
    with ZipFile(BytesIO(packed)) as archive:
        inner = {name: archive.read(name)[:3] for name in archive.namelist()}
    assert len(inner) > MOST_FILES
    assert {name.rpartition(".")[2]: content for name, content in inner.items()} == {
        "csv": b"\xef\xbb\xbf",
        "parquet": b"PAR",
    }
    reserve(client, 2)
    office.clock.advance(days=1)
    office.send(smtp_peer.url)
    assert {one["name"]: fetch(office, run, one).content for one in run["artefacts"]} == kept
    assert (office.finalize(), office.send(smtp_peer.url)) == (0, {})


def test_a_server_that_is_away_for_an_hour_is_waited_for(office: Office, smtp_peer: SmtpPeer) -> None:
    made = make(office.staff("admin"), recipients=THREE)
    office.run(made["id"])
    nobody = f"smtp://127.0.0.1:{free_port()}"
    began = office.clock()
    while (office.clock() - began).total_seconds() < 3600:
        office.send(nobody)
        office.finalize()
        [run] = office.runs(made["id"])
        assert run["state"] == "generated"
        assert set(states(run).values()) == {"retrying"}
        assert all("ConnectionRefusedError" in one["last_error"] for one in run["deliveries"])
        office.clock.now = min(one.next_attempt_at for one in rows(office))
    office.clock.now = max(one.next_attempt_at for one in rows(office))
    assert office.send(smtp_peer.url) == {"sent": 3}
    office.finalize()
    [run] = office.runs(made["id"])
    assert (run["state"], states(run)) == ("delivered", dict.fromkeys(THREE, "sent"))
    assert min(one["attempts"] for one in run["deliveries"]) > 4
    assert sorted(str(one["To"]) for one in messages(smtp_peer)) == THREE
    assert office.show(made["id"])["failures"] == 0


def test_one_of_three_refused_is_told_with_its_reason_and_the_others_have_theirs(
    office: Office, smtp_peer: SmtpPeer
) -> None:
    smtp_peer.refuses = {THREE[1]: "550 5.1.1 no such user"}
    owner = office.staff("admin")
    made = make(owner, recipients=THREE)
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"sent": 2, "failed": 1}
    office.finalize()
    [run] = office.runs(made["id"])
    assert run["state"] == "delivery_failed"
    assert run["state_words"] == "Nicht an alle zugestellt: 2 von 3 Empfängern"
    assert run["error"] == "1 von 3 Empfängern nicht erreicht: 550 5.1.1 no such user"
    assert states(run) == {THREE[0]: "sent", THREE[1]: "failed", THREE[2]: "sent"}
    assert office.show(made["id"])["failures"] == 1
    assert (office.finalize(), office.send(smtp_peer.url)) == (0, {"sent": 1})
    notice = messages(smtp_peer)[-1]
    assert (notice["To"], notice["Subject"]) == (owner.member.email, "Bericht „Jeden Morgen“ ist fehlgeschlagen")
    assert "550 5.1.1 no such user" in notice.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    smtp_peer.refuses = {}
    [failed] = [one for one in rows(office) if one.state == "failed"]
    assert office.staff("admin").post(f"/api/staff/mails/{failed.id}/retry").status_code == 200
    assert office.send(smtp_peer.url) == {"sent": 1}
    assert office.finalize() == 1
    assert office.runs(made["id"])[0]["state"] == "delivered", "it has arrived after all"


def test_a_server_that_hangs_holds_up_nothing_and_is_tried_again(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.mail.transport._TIMEOUT_SECONDS", 0.2)
    smtp_peer.silent = True
    made = make(office.staff("admin"), recipients=THREE[:1])
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"retrying": 1}
    smtp_peer.silent = False
    [run] = office.runs(made["id"])
    assert (run["state"], run["deliveries"][0]["state"]) == ("generated", "retrying")
    assert "timed out" in run["deliveries"][0]["last_error"]
    office.clock.now = rows(office)[0].next_attempt_at
    monkeypatch.undo()
    assert office.send(smtp_peer.url) == {"sent": 1}
    office.finalize()
    assert office.runs(made["id"])[0]["state"] == "delivered"
    assert len({str(one["Message-ID"]) for one in messages(smtp_peer)}) == 1, "one mail, for whoever got it twice"


def test_a_mail_whose_file_is_gone_or_altered_is_not_sent(office: Office, smtp_peer: SmtpPeer) -> None:
    made = make(office.staff("admin"), recipients=THREE[:2], formats=["xlsx"])
    office.run(made["id"])
    [path] = (office.settings.data_dir / "artefacts").glob("*/*")
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert office.send(smtp_peer.url) == {"failed": 2}
    office.finalize()
    [run] = office.runs(made["id"])
    assert (run["state"], smtp_peer.received) == ("delivery_failed", [])
    assert run["error"].startswith("Niemand wurde erreicht: attachment was altered")
    assert fetch(office, run, run["artefacts"][0]).json()["code"] == "result_damaged"


def test_files_too_large_for_a_mail_are_linked_instead(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MOST_ATTACHED_BYTES", 10)
    made = make(office.staff("admin"), recipients=THREE[:1])
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"sent": 1}
    [message] = messages(smtp_peer)
    assert attached(message) == {}
    body = message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert f"/admin/reports/schedules/{made['id']}" in body
    assert "für eine E-Mail zu groß" in body


def test_clerks_see_that_a_report_was_mailed_but_not_its_figures(office: Office) -> None:
    reserve(office.client)
    office.clock.advance(days=2)
    made = make(office.staff("admin"), recipients=THREE[:1], formats=["body"])
    office.run(made["id"])
    [mail] = [one for one in rows(office) if one.kind == "report_arrived"]
    shown = {role: office.staff(role).get(f"/api/staff/mails/{mail.id}").json()["text"] for role in ("admin", "staff")}
    assert "Nach Quellen" in shown["admin"]
    assert "Nach Quellen" not in shown["staff"]
    assert "Jeden Morgen" in shown["staff"]


def test_five_failures_in_a_row_pause_it_and_only_the_first_and_the_last_are_told(
    office: Office, smtp_peer: SmtpPeer
) -> None:
    smtp_peer.refuses = {THREE[0]: "550 5.1.1 no such user"}
    owner = office.staff("marketing")
    admin = office.staff("admin")
    made = make(owner)
    own = f"/api/staff/report-schedules/{made['id']}"
    outside = plan(owner, recipients=THREE[:1], version=1)
    assert admin.put(own, json=outside).status_code == 200
    notices = []
    for _ in range(5):
        office.run(made["id"])
        office.send(smtp_peer.url)
        office.finalize()
        notices.append(office.send(smtp_peer.url))
    assert notices == [{"sent": 2}, {}, {}, {}, {"sent": 2}]
    told = office.show(made["id"])
    assert (told["state"], told["failures"], told["next"]) == ("paused", 5, [])
    assert told["paused"]["by_system"] is True
    assert told["paused"]["reason"].startswith("Fünfmal in Folge fehlgeschlagen, zuletzt: Niemand wurde erreicht: 550")
    assert office.jobs() == []
    last = messages(smtp_peer)[-1]
    assert last["Subject"] == "Bericht „Jeden Morgen“ wurde angehalten"
    log = [entry["action"] for entry in stored(office.db, AuditEntry)]
    assert (log.count("report_run.failed"), log.count("report_schedule.paused")) == (5, 1)
    resumed = office.staff("admin").post(f"/api/staff/report-schedules/{made['id']}/resume").json()
    assert (resumed["state"], resumed["failures"], resumed["paused"]) == ("active", 0, None)


def rows(office: Office) -> list[Any]:
    """Every mail, in the order in which they were ordered."""
    return [SimpleNamespace(**row) for row in stored(office.db, Mail)]


def test_a_recipient_ends_it_with_the_link_in_the_mail_and_the_others_go_on(
    client: TestClient, office: Office, smtp_peer: SmtpPeer
) -> None:
    made = make(office.staff("admin"), recipients=THREE)
    office.run(made["id"])
    office.send(smtp_peer.url)
    mails = {str(one["To"]): one for one in messages(smtp_peer)}
    links = {address: str(mail["List-Unsubscribe"]).strip(" <>") for address, mail in mails.items()}
    assert len(set(links.values())) == len(THREE)
    first = THREE[0]
    for part in mails[first].walk():
        if part.get_content_maintype() == "text":
            assert links[first] in part.get_content()
    assert mails[first]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = links[first].removeprefix(office.settings.public_url)

    # Scanners of mails open links: opening one, or changing a letter of it, ends nothing.
    asked = client.get(path)
    assert (asked.status_code, asked.headers["cache-control"]) == (200, "no-store")
    assert "Diesen Bericht abbestellen?" in asked.text
    number, _, rest = path.rpartition("/")[2].partition("-")
    for wrong in (f"{number}-{'x' * len(rest)}", f"{int(number) + 1}-{rest}", number, "9" * 30 + f"-{rest}"):
        assert client.post(f"/bericht-abbestellen/{wrong}").status_code == 404
    assert office.show(made["id"])["recipients"] == THREE

    for _ in range(2):
        done = client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert (done.status_code, "abbestellt" in done.text) == (200, True)
    assert "abbestellt" in client.get(path).text
    smtp_peer.received.clear()
    office.run(made["id"])
    assert office.send(smtp_peer.url) == {"sent": 2}
    assert sorted(str(one["To"]) for one in messages(smtp_peer)) == THREE[1:]
    left = [one for one in stored(office.db, AuditEntry) if one["action"] == "report_schedule.recipient_left"]
    assert [(one["actor"], one["details"]) for one in left] == [("recipient", {"report": made["report"]})]


def test_a_test_mail_has_nothing_to_end(office: Office, smtp_peer: SmtpPeer) -> None:
    owner = office.staff("admin")
    made = make(owner, recipients=THREE)
    owner.post(f"/api/staff/report-schedules/{made['id']}/test")
    assert office.take_up() == 1
    office.send(smtp_peer.url)
    [mail] = messages(smtp_peer)
    assert mail["List-Unsubscribe"] is None
    assert "bericht-abbestellen" not in str(mail)
