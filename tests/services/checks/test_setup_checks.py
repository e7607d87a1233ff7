"""What an installation lacks, as the server finds it: over real connections, and by what people confirmed."""

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from starlette.testclient import TestClient

from services.alerts.check import check_alerts
from services.alerts.models import Alert
from services.backup.repository import new_key
from services.checks.check import Ground, Kept, State
from services.checks.connections import public_address, visit
from services.checks.setup import NEEDS, recheck
from services.core.db.db import Database
from services.jobs.registry import all_jobs
from services.mail.models import Mail
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.fixtures.http_peer import HttpPeer, listening_http, status
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer, listening
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

PASSWORD = "geheim%20Wort"
CERTIFICATE = Path(__file__).parents[2] / "fixtures" / "receiver.pem"
COMPANY = {
    "company_name": "Voltigo GmbH",
    "company_street": "Sonnenallee 7",
    "company_phone": "+49 841 123456",
    "company_email": "kontakt@voltigo.example",
    "company_representative": "Dr. Änne Özkan",
    "company_register_court": "Amtsgericht Ingolstadt",
    "company_register_number": "HRB 12345",
    "company_vat_id": "DE123456789",
    "booking_url": "https://termine.voltigo.example",
    "mail_from": "Voltigo <post@voltigo.example>",
}


def refuse_log_in(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    """Answers as servers do that quote what they got."""
    said = f"535 5.7.8 {data.login.decode()} {data.password.decode()}: Authentication failed"
    return AuthResult(success=False, handled=False, message=said)


@contextmanager
def guarded(peer: SmtpPeer) -> Iterator[str]:
    """The address of a server that refuses every log-in."""
    with listening(peer, authenticator=refuse_log_in, auth_require_tls=False):
        yield peer.url.replace("smtp://", f"smtp://konto:{PASSWORD}@")


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(datetime.now(UTC))


@pytest.fixture
def admin(make_client: MakeClient, staff_client: StaffClient, clock: HeldClock) -> MakeClient:
    """Somebody of the administration, on a server with these settings."""

    def make(role: str = "admin", **settings: object) -> TestClient:
        return staff_client(role, client=make_client(clock=clock, **settings))

    return make


def check_of(answer: Any, name: str) -> Any:
    return next(one for one in answer.json()["data"] if one["name"] == name)


def run(browser: TestClient, name: str) -> Any:
    answer = browser.post("/api/staff/state/check")
    assert answer.status_code == 200, answer.text
    return check_of(answer, name)


def test_a_fresh_installation_names_what_it_lacks_and_the_start_page_tells_the_administration(
    admin: MakeClient,
) -> None:
    browser = admin()
    found = {one["name"]: (one["level"], one["words"]) for one in browser.get("/api/staff/state").json()["data"]}
    still_open = [name for name in NEEDS if found[name][0] != "ok"]
    assert still_open == ["company", "mail_server", "public_address", "second_admin", "backup", "legal_texts"]
    assert found["company"][1] == (
        "Impressum, Website und Mails nennen noch Musterangaben. Es fehlen: Firma, Straße und Hausnummer, Telefon, "
        "Vertreten durch, Registergericht, Registernummer, Umsatzsteuer-ID, E-Mail-Adresse der Firma, Seite für "
        "Termine."
    )
    assert found["mail_server"][1].startswith("Kein Mailserver eingetragen: Mails werden zu Dateien")
    assert found["public_address"][1] == "Die Adresse http://127.0.0.1:8000 führt nur auf diesen Rechner."
    assert found["park"][1] == "Ingolstadt: noch keine Reservierung, 0 von 500 belegt."
    setup = browser.get("/api/staff/today").json()["setup"]
    assert (len(setup["open"]), setup["total"]) == (len(still_open), 9)
    refused = browser.post("/api/staff/state/mail/test", json={"email": "kim@voltigo.example"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_mail_server")
    clerk = admin("staff")
    assert clerk.get("/api/staff/today").json()["setup"] is None
    assert clerk.get("/api/staff/state").status_code == 403


def test_the_copy_of_the_backup_key_is_asked_for_its_end_and_again_after_a_new_key(
    admin: MakeClient, tmp_path: Path
) -> None:
    key, other = new_key(), new_key()
    browser = admin(backup_url=str(tmp_path / "target"), backup_key=key)
    path = "/api/staff/state/backup-key/confirm"
    before = check_of(browser.get("/api/staff/state"), "backup_key")
    assert (before["level"], before["confirms"]) == ("hint", "backup_key")
    assert before["words"] == "Ob es eine zweite Abschrift gibt, hat noch niemand bestätigt."
    for wrong in (other[-6:], key[:6], key, key[-5:]):
        refused = browser.post(path, json={"end": wrong})
        assert (refused.status_code, refused.json()["code"]) == (409, "key_refused")
    assert browser.post(path, json={"end": ""}).status_code == 422
    confirmed = check_of(browser.post(path, json={"end": f" {key[-6:]} "}), "backup_key")
    assert confirmed["level"] == "ok"
    assert confirmed["words"].startswith("Zweite Abschrift bestätigt am ")
    assert key[-6:] not in str(confirmed)
    changed = admin(backup_url=str(tmp_path / "target"), backup_key=other)
    again = check_of(changed.get("/api/staff/state"), "backup_key")
    assert (again["level"], "ein anderer Schlüssel" in again["words"]) == ("hint", True)


def test_a_refused_log_in_is_told_step_by_step_and_the_password_nowhere(admin: MakeClient, db: Database) -> None:
    peer = SmtpPeer()
    with guarded(peer) as url:
        browser = admin(**COMPANY, smtp_url=url)
        found = run(browser, "mail_server")
        assert [(step["label"], step["state"]) for step in found["steps"]] == [
            ("Verbindung", "ok"),
            ("Verschlüsselung", "ok"),
            ("Anmeldung", "open"),
            ("Angekommen", "pending"),
        ]
        assert found["steps"][2]["words"] == "Server sagt: 535 5.7.8 konto •••: Authentication failed"
        assert found["words"] == f"Anmeldung scheitert: {found['steps'][2]['words']}"
        refused = browser.post("/api/staff/state/mail/test", json={"email": "kim@voltigo.example"})
        assert (refused.status_code, refused.json()["code"]) == (409, "mail_server_refuses")
        said = f"Die Testmail konnte nicht gesendet werden. {found['words']}"
        assert refused.json()["title"] == said
    assert stored(db, Mail) == []
    kept = str(stored(db, AuditEntry)) + browser.get("/api/staff/state").text
    assert "geheim" not in kept
    assert run(browser, "mail_server")["words"].startswith("Verbindung scheitert: Auf diesem Port nimmt niemand")


def test_a_server_whose_certificate_is_for_another_name_fails_at_encryption(admin: MakeClient) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    peer = SmtpPeer()
    with listening(peer, tls_context=context):
        browser = admin(**COMPANY, smtp_url=peer.url.replace("smtp://", "smtp+starttls://"))
        found = run(browser, "mail_server")
    assert [step["state"] for step in found["steps"]] == ["ok", "open", "pending", "pending"]
    assert "Zertifikat" in found["steps"][1]["words"]


def test_a_test_mail_is_confirmed_by_its_code_alone_and_a_server_that_breaks_later_is_told_once(
    admin: MakeClient, db: Database, clock: HeldClock, tmp_path: Path
) -> None:
    peer = SmtpPeer()
    with listening(peer):
        settings = Settings(_env_file=None, data_dir=tmp_path / "var", smtp_url=peer.url, **COMPANY)  # type: ignore[arg-type]
        jobs = {job.name: job for job in all_jobs(settings, db, clock)}
        browser = admin(**COMPANY, smtp_url=peer.url)
        for _ in range(2):
            sent = browser.post("/api/staff/state/mail/test", json={"email": "kim@voltigo.example"})
            assert sent.status_code == 200, sent.text
            assert [step["state"] for step in sent.json()["steps"]] == ["ok"] * 3
        first, last = (code_in(message) for message in peer.received)
        assert stored(db, Mail) == [], "it waits for no turn, and the console shows no code"
        wrong = browser.post("/api/staff/state/mail/arrived", json={"code": first})
        assert (wrong.status_code, wrong.json()["code"]) == (409, "code_refused")
        right = browser.post("/api/staff/state/mail/arrived", json={"code": f"{last[:3]} {last[3:]}"})
        assert check_of(right, "mail_server")["level"] == "ok"
        assert check_of(right, "mail_server")["confirmed_by_name"] == "Kim Admin"
        check_alerts(db, settings, clock)
    jobs["check-setup"].at(clock.now)
    for _ in range(2):
        clock.advance(minutes=5)
        check_alerts(db, settings, clock)
    [alert] = [row for row in stored(db, Alert) if row["kind"] == "setup_check"]
    assert alert["headline"] == "Nicht mehr in Ordnung: Mailserver"
    told = [row for row in stored(db, Mail) if row["subject_ref"] == f"alert:{alert['id']}"]
    assert [row["recipient"] for row in told] == [browser.member.email]  # type: ignore[attr-defined]
    actions = [row["action"] for row in stored(db, AuditEntry)]
    assert actions == ["setup.test_mail_ordered", "setup.test_mail_ordered", "setup.mail_arrived", "alert.opened"]


def code_in(message: bytes) -> str:
    body = message_from_bytes(message, policy=default).get_body(("plain",))
    return str(re.findall(r"\b\d{6}\b", body.get_content() if body else "")[0])


def test_codes_cannot_be_guessed_nor_strangers_written_to(
    admin: MakeClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    browser = admin(**COMPANY, smtp_url=smtp_peer.url, rate_limits="on")
    to = {"email": "kim@voltigo.example"}
    statuses = [browser.post("/api/staff/state/mail/test", json=to).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    right = code_in(smtp_peer.received[-1])

    def arrived(code: str) -> int:
        status: int = browser.post("/api/staff/state/mail/arrived", json={"code": code}).status_code
        return status

    wrong = [f"{(int(right) + n) % 10**6:06}" for n in range(1, 6)]
    assert [arrived(code) for code in wrong] == [409] * 5
    assert arrived(right) == 409, "after five wrong codes the right one is refused, too"
    clock.advance(minutes=11)
    late = browser.post("/api/staff/state/mail/test", json={"email": "kim@voltigo.example"})
    assert (late.status_code, late.json()["code"]) == (403, "confirmation_required")


def test_a_confirmed_backup_is_believed_for_ninety_days_and_texts_until_they_change(
    admin: MakeClient, db: Database, clock: HeldClock, tmp_path: Path
) -> None:
    browser = admin(**COMPANY)
    today = clock.now.date()
    future = browser.post("/api/staff/state/backup/confirm", json={"done_on": f"{today.year + 1}-01-01"})
    assert future.json()["errors"][0]["code"] == "in_future"
    assert browser.post("/api/staff/state/backup/confirm", json={"done_on": f"{today}"}).status_code == 200
    confirmed = browser.post("/api/staff/state/legal-texts/confirm")
    assert [check_of(confirmed, name)["level"] for name in ("backup", "legal_texts", "company")] == ["ok"] * 3
    same = {"_env_file": None, "data_dir": tmp_path / "var"}
    changed = Settings(**{**same, **COMPANY, "company_street": "Mondallee 8"})
    clock.advance(days=91)
    assert recheck(db, changed, clock, ["legal_texts", "backup"]) == 2
    unfinished = admin()
    refused = unfinished.post("/api/staff/state/legal-texts/confirm")
    assert (refused.status_code, refused.json()["code"]) == (409, "still_open")


class TestPublicAddress:
    """Over TLS, with the certificate of the fixture."""

    @pytest.mark.parametrize(
        ("answer", "state", "words"),
        [
            (status(200, body=b'{"status":"ok"}'), State.OK, "Voltigo antwortet."),
            (status(302, "Location: https://elsewhere.example/healthz"), State.OPEN, "(Status 302)"),
            (status(200, body=b"<title>Parked</title>"), State.OPEN, "antwortet nicht Voltigo"),
        ],
    )
    def test_only_this_product_counts_as_an_answer(self, answer: bytes, state: State, words: str) -> None:
        context = ssl.create_default_context(cafile=str(CERTIFICATE))
        context.check_hostname = False
        with served(answer) as peer:
            steps = visit("127.0.0.1", peer.port, context)
        assert [step.state for step in steps] == [State.OK, State.OK, state]
        assert steps[1].words == "bis 29.10.2126"
        assert words in steps[2].words
        assert [one.line for one in peer.received] == ["GET /healthz HTTP/1.1"], "no redirect is followed"
        settings = Settings(_env_file=None, public_url="https://voltigo.example")  # type: ignore[call-arg]
        ground = Ground(settings, None, kept={"public_address": Kept(steps)})  # type: ignore[arg-type]
        assert public_address.look(ground).is_open is (state is State.OPEN)

    def test_a_certificate_that_nobody_vouches_for_is_open(self) -> None:
        with served(status(200)) as peer:
            steps = visit("127.0.0.1", peer.port, ssl.create_default_context())
        assert [step.state for step in steps] == [State.OK, State.OPEN, State.PENDING]


@contextmanager
def served(answer: bytes) -> Iterator[HttpPeer]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    peer = HttpPeer(default=answer)
    with listening_http(peer, context):
        yield peer
