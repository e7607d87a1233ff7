"""What administrators enter in the console: in force in every process, below the environment, no secret told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from starlette.testclient import TestClient

from services.checks import connections
from services.checks.check import State, Step
from services.core import stored_settings
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.models import StoredSettings
from services.jobs.registry import all_jobs
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import SetupTest
from services.mail.outbox import Order
from services.privacy.models import KeptText
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.factories import production_settings
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer, listening
from tests.fixtures.staff import StaffClient, state_of
from tests.services.checks.test_setup_checks import code_in
from tests.services.stored import stored

PATH = "/api/staff/state/settings"
PASSWORD = "ganz-geheim: @mit Blank"
COMPANY = {
    "company_name": "Sonnenhof & Söhne GmbH",
    "company_street": "Sonnenallee 7",
    "company_phone": "+49 841 123456",
    "company_email": "kontakt@sonnenhof.example",
    "company_representative": "Dr. Änne Özkan",
    "company_register_court": "Amtsgericht Ingolstadt",
    "company_register_number": "HRB 12345",
    "company_vat_id": "de 123456789",
    "credit_security": "Ihre Gutschriften sichert eine Bürgschaft.",
    "dismantling": "Den Rückbau sichert eine Bürgschaft.",
    "contact_person": "Miriam Falk",
    "contact_hours": "Montag bis Freitag, 9 bis 16 Uhr",
    "contact_picture": "miriam-falk.webp",
    "booking_url": "https://termine.sonnenhof.example/",
    "mail_from": "Sonnenhof <post@sonnenhof.example>",
}


class Account:
    """A mail server with a log-in, which keeps what it was sent."""

    def __init__(self) -> None:
        self.peer = SmtpPeer()
        self.tried: list[str] = []

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _kind: str, data: Any) -> AuthResult:
        self.tried.append(data.password.decode())
        is_right = self.tried[-1] == PASSWORD
        said = None if is_right else f"535 5.7.8 {data.password.decode()} is wrong"
        return AuthResult(success=is_right, handled=False, message=said)

    @property
    def members(self) -> dict[str, object]:
        host, port = self.peer.url.removeprefix("smtp://").split(":")
        place = {"mail_host": host, "mail_port": int(port), "mail_security": "none"}
        return {**place, "mail_user": "post@sonnenhof.example", "mail_from": COMPANY["mail_from"]}


@pytest.fixture
def account() -> Iterator[Account]:
    account = Account()
    with listening(account.peer, authenticator=account.authenticate, auth_require_tls=False):
        yield account


@pytest.fixture
def admin(make_client: MakeClient, staff_client: StaffClient) -> MakeClient:
    def make(role: str = "admin", **settings: object) -> TestClient:
        client = make_client(**settings)
        (state_of(client).settings.data_dir / COMPANY["contact_picture"]).write_bytes(b"RIFF")
        return staff_client(role, client=client)

    return make


def save(browser: TestClient, **changes: object) -> Any:
    """What the form sends: all of it, changed at these members."""
    shown = browser.get(PATH).json()
    told = ("mail_has_password", "given", "missing")
    return browser.put(PATH, json={name: value for name, value in shown.items() if name not in told} | changes)


def deliver(db: Database, settings: Settings) -> None:
    next(job for job in all_jobs(settings, db, utc_now) if job.name == "deliver-mail").at(utc_now())


def test_it_is_in_force_at_once_for_pages_and_mails_and_soon_in_every_other_process(
    admin: MakeClient, db: Database, account: Account, tmp_path: Path
) -> None:
    browser, neighbour = admin(), admin()
    other = Settings(_env_file=None, data_dir=tmp_path / "var")  # type: ignore[call-arg]
    post = all_jobs(other, db, utc_now)  # made while nothing was entered
    answer = save(browser, **COMPANY | account.members, mail_password=PASSWORD)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["missing"], answer.json()["company_vat_id"]) == ([], "DE123456789")
    assert "kontakt@sonnenhof.example" in browser.get("/.well-known/security.txt").text
    assert "kontakt@voltigo.invalid" in neighbour.get("/.well-known/security.txt").text
    stored_settings.adopt(state_of(neighbour).settings, db)  # as it does every few seconds
    assert "kontakt@sonnenhof.example" in neighbour.get("/.well-known/security.txt").text
    stored_settings.adopt(other, db)
    order = Order(SetupTest.kind, "kim@haushalt.example", "setup:x", "setup:x", to_values(SetupTest("123456")))
    db.write(lambda session: outbox.order(session, [order], utc_now()))
    next(job for job in post if job.name == "deliver-mail").at(utc_now())
    [message] = account.peer.received
    assert b"From: Sonnenhof <post@sonnenhof.example>" in message
    kept = [row["content"] for row in stored(db, KeptText) if row["kind"] == "company"]
    assert len(kept) == 1
    assert "Sonnenallee 7" in kept[0], "what pages showed from now on is evidence"


def test_what_a_wrong_password_kept_back_leaves_at_once_when_it_is_corrected(
    admin: MakeClient, db: Database, account: Account, tmp_path: Path
) -> None:
    browser = admin()
    settings = Settings(_env_file=None, data_dir=tmp_path / "var")  # type: ignore[call-arg]
    [job] = (job for job in all_jobs(settings, db, utc_now) if job.name == "deliver-mail")
    for password, arrived in (("falsch", 0), (PASSWORD, 2)):
        assert save(browser, **COMPANY | account.members, mail_password=password).status_code == 200
        stored_settings.adopt(settings, db)
        if not arrived:
            orders = [
                Order(SetupTest.kind, f"{name}@haushalt.example", name, name, to_values(SetupTest("123456")))
                for name in ("kim", "theo")
            ]
            db.write(lambda session, of=orders: outbox.order(session, of, utc_now()))
        job.at(utc_now())
        assert len(account.peer.received) == arrived


def test_the_environment_goes_before_it_and_is_named(admin: MakeClient, db: Database) -> None:
    browser = admin(company_name="Umgebung GmbH", smtp_url="smtps://konto:pass@mail.example")
    shown = browser.get(PATH).json()
    assert shown["given"] == {"company_name": "VOLTIGO_COMPANY_NAME", "mail": "VOLTIGO_SMTP_URL"}
    assert (shown["company_name"], shown["mail_host"], shown["company_street"]) == ("Umgebung GmbH", "mail.example", "")
    answer = save(browser, company_name="Andere GmbH", mail_host="anderswo.example", company_street="Weg 1")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["company_name"], answer.json()["mail_host"]) == ("Umgebung GmbH", "mail.example")
    assert stored(db, StoredSettings)[0]["entered"] == {"company_street": "Weg 1"}
    free = admin()
    assert free.get(PATH).json()["company_name"] == "", "what the environment said was no entry"


def test_the_password_is_told_nowhere_and_opens_with_this_secret_alone(
    admin: MakeClient, db: Database, account: Account
) -> None:
    browser = admin()
    answers = [save(browser, **COMPANY | account.members, mail_password=PASSWORD), browser.get(PATH)]
    answers.append(browser.get("/api/staff/state"))
    assert [answer.status_code for answer in answers] == [200] * 3
    assert answers[1].json()["mail_has_password"] is True
    told = "".join(answer.text for answer in answers) + str(stored(db, AuditEntry)) + str(stored(db, StoredSettings))
    assert "geheim" not in told
    assert [row["details"] for row in stored(db, AuditEntry) if row["action"] == "installation.settings_edited"] == [
        {
            "settings": "Seite für Termine, E-Mail-Adresse der Firma, Firma, Telefon, Registergericht, Registernummer, "
            "Vertreten durch, Straße und Hausnummer, Umsatzsteuer-ID, Sprechzeiten, Ansprechperson, "
            "Bild der Ansprechperson, Absicherung der Gutschriften, Rückbau des Parks, "
            "Absender der Mails, Mailserver"
        }
    ]
    with db.read() as session:
        elsewhere = Settings(_env_file=None, secret="f" * 31 + "0123456789")  # type: ignore[call-arg]
        found = stored_settings.load(session, elsewhere)
    assert (found["company_name"], "smtp_url" in found) == (COMPANY["company_name"], False)


def test_a_stored_password_goes_to_no_other_server(admin: MakeClient, account: Account) -> None:
    browser = admin()
    assert save(browser, **account.members, mail_password=PASSWORD).status_code == 200
    assert save(browser, company_street="Weg 2").status_code == 200, "and stays without being typed again"
    account.tried.clear()
    thief = SmtpPeer()
    with listening(thief):
        port = int(thief.url.rpartition(":")[2])
        members = {**account.members, "mail_port": port}
        refused = save(browser, **members)
        tried = browser.post("/api/staff/state/mail/test", json={"email": "kim@haushalt.example", "account": members})
    for answer in (refused, tried):
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "mail_password")
    assert (thief.attempts, account.tried) == (0, [])


def test_a_test_mail_tries_what_is_typed_and_its_code_counts_once_it_is_saved(
    admin: MakeClient, db: Database, account: Account
) -> None:
    browser = admin()

    def test_mail(**changes: object) -> Any:
        body = {"email": "kim@haushalt.example", "account": {**account.members, "mail_password": PASSWORD, **changes}}
        return browser.post("/api/staff/state/mail/test", json=body)

    wrong = test_mail(mail_password="falsch")
    assert (wrong.status_code, wrong.json()["code"]) == (409, "mail_server_refuses")
    assert wrong.json()["title"].endswith("Anmeldung scheitert: Server sagt: 535 5.7.8 ••• is wrong")
    account.peer.refuses["kim@haushalt.example"] = "550 5.1.1 no such user"
    refused = test_mail().json()["title"]
    assert refused == "Die Testmail konnte nicht gesendet werden. Der Server sagt: 550 5.1.1 no such user"
    account.peer.refuses.clear()
    assert test_mail().status_code == 200
    assert stored(db, StoredSettings) == [], "nothing of it is stored"
    assert browser.get(PATH).json()["mail_host"] == ""
    assert save(browser, **account.members, mail_password=PASSWORD).status_code == 200
    code = code_in(account.peer.received[-1])
    page = browser.post("/api/staff/state/mail/arrived", json={"code": code}).json()
    assert next(one["level"] for one in page["data"] if one["name"] == "mail_server") == "ok"


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("company_email", "kein Postfach"),
        ("mail_from", "a@b.example, c@d.example"),
        ("booking_url", "javascript:alert(1)"),
        ("contact_picture", "../geheim.png"),
        ("contact_picture", "secret"),
        ("contact_picture", "fehlt.webp"),
        ("company_vat_id", "123"),
        ("public_url", "http://voltigo.example"),
        ("public_url", "https://127.0.0.1"),
        ("mail_host", "smtp://mail.example/x"),
        ("mail_password", "größer"),
    ],
)
def test_what_the_environment_would_be_refused_for_is_told_at_its_field(
    admin: MakeClient, db: Database, member: str, value: str
) -> None:
    answer = save(admin(), **{"company_name": "Sonnenhof GmbH", member: value})
    assert answer.status_code == 422
    assert [fault["field"] for fault in answer.json()["errors"]] == [member]
    assert stored(db, StoredSettings) == []


def test_unencrypted_goes_to_this_machine_alone(admin: MakeClient) -> None:
    answer = save(admin(), mail_host="mail.example", mail_security="none")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["mail_security"]


def test_a_new_address_has_to_answer_before_links_begin_with_it(
    admin: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [Step("Antwort", State.OPEN, "Auf /healthz antwortet nicht Voltigo (Status 200).")]
    monkeypatch.setattr(connections, "visit", lambda *_where: tuple(steps))
    browser = admin()
    refused = save(browser, public_url="https://sonnenhof.example").json()["errors"]
    assert refused[0]["message"].startswith("Dort antwortet diese Website noch nicht. Antwort: Auf /healthz")
    assert browser.get(PATH).json()["public_url"] == ""
    steps[:] = [Step("Antwort", State.OK, "Voltigo antwortet.")]
    assert save(browser, public_url="https://sonnenhof.example/").status_code == 200
    answer = browser.get("/.well-known/security.txt")
    assert "https://sonnenhof.example/.well-known" in answer.text
    assert "strict-transport-security" in answer.headers


def test_the_second_of_two_is_shown_what_the_first_entered(admin: MakeClient) -> None:
    first, second = admin(), admin()
    late = {"version": 1, "company_name": "Zweite GmbH"}
    assert save(first, company_name="Erste GmbH").json()["version"] == 2
    stale = second.put(PATH, json=late)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert (stale.json()["changed"]["by_name"], stale.json()["current"]["version"]) == ("Kim Admin", 2)


def test_in_production_the_site_opens_once_nothing_is_missing(make_client: MakeClient) -> None:
    client = make_client(**production_settings(company_name=None, company_phone=None))
    client.headers["host"] = "127.0.0.1"

    def statuses() -> dict[str, int]:
        return {path: client.get(path).status_code for path in ("/widerruf", "/api/parks/ingolstadt", "/healthz", PATH)}

    assert statuses() == {"/widerruf": 503, "/api/parks/ingolstadt": 503, "/healthz": 200, PATH: 401}
    assert client.get("/").json()["title"].startswith("Diese Website wird gerade eingerichtet.")
    state_of(client).settings.adopt({"company_name": "Sonnenhof GmbH"})
    assert statuses()["/widerruf"] == 503
    state_of(client).settings.adopt({"company_name": "Sonnenhof GmbH", "company_phone": "+49 841 5"})
    assert statuses() == {"/widerruf": 404, "/api/parks/ingolstadt": 200, "/healthz": 200, PATH: 401}
