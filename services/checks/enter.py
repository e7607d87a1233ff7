"""What administrators enter about company, mail server and address: checked as the environment is, stored, in force."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy.orm import Session

from services.checks.check import first_open
from services.checks.connections import is_local
from services.checks.setup import NEEDS
from services.checks.views import InstallationIn, InstallationOut, MailAccountIn
from services.core import stored_settings
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem
from services.mail import outbox
from services.privacy.company import keep_company
from services.settings import STORABLE, Settings
from services.settings_checks import lacking, named, unsafe, unusable
from services.settings_help import HELP
from services.staff import audit
from services.staff.audit import Event
from services.staff.errors import Stale
from services.staff.stale import acts, with_current

SUBJECT: Final = "installation"
_ACTION: Final = "installation.settings_edited"
_SCHEMES: Final = {"tls": "smtps", "starttls": "smtp+starttls", "none": "smtp"}
_PORTS: Final = {"smtps": 465, "smtp+starttls": 587, "smtp": 25}
_PLAIN: Final = tuple(name for name in STORABLE if name != "smtp_url")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")
_VARIABLE: Final = re.compile(r"VOLTIGO_([A-Z_]+)")


def entered(session: Session, settings: Settings) -> InstallationOut:
    """What is in force, each with whether the environment says it; of the mail account all but the password."""
    server = urlsplit(settings.smtp_url)
    security = {scheme: name for name, scheme in _SCHEMES.items()}
    return InstallationOut(
        version=stored_settings.version(session),
        **{name: settings.own(name) for name in _PLAIN},
        mail_host=server.hostname or "",
        mail_port=server.port or _PORTS.get(server.scheme),
        mail_security=security.get(server.scheme, "starttls"),
        mail_user=unquote(server.username or ""),
        mail_has_password=bool(server.password),
        given={"mail" if name == "smtp_url" else name: named(name) for name in sorted(settings.given)},
        missing=[STORABLE[name] for name in lacking(settings)],
    )


@dataclass(frozen=True, slots=True)
class Entering:
    """One person's entries on this installation."""

    db: Database
    settings: Settings
    clock: Clock
    actor: str

    def save(self, body: InstallationIn) -> None:
        """Store them and put them in force in this process. ValidationProblem, Stale."""
        before = self._stored()
        after = {name: value for name in _PLAIN if (value := getattr(body, name).removesuffix("/"))}
        after["smtp_url"] = self._server(body, before)
        # What the environment says is no entry: it comes back if the variable goes.
        kept = {name: before.get(name, "") for name in self.settings.given}
        after = {name: value for name, value in (after | kept).items() if value}
        changed = sorted(name for name in STORABLE if after.get(name) != before.get(name))
        if not changed:
            return
        _refuse(_faults(self.settings.adopting(after), changed))
        if "contact_picture" in changed:
            _refuse(_faults_of_picture(self.settings.adopting(after)))
        if "public_url" in changed:
            _refuse(_faults_of_address(self.settings.adopting(after)))
        self.db.write(lambda session: self._store(session, body.version, after, changed))
        self.settings.adopt(after)

    def with_account(self, account: MailAccountIn) -> Settings:
        """The settings as they would be with this mail account. ValidationProblem."""
        stored = self._stored()
        tried = {**stored, "smtp_url": self._server(account, stored), "mail_from": account.mail_from}
        settings = self.settings.adopting(tried)
        _refuse(_faults(settings, ("smtp_url", "mail_from")))
        return settings

    def _server(self, account: MailAccountIn, stored: Mapping[str, str]) -> str:
        before = stored.get("smtp_url", "")
        return before if "smtp_url" in self.settings.given else _server(account, before)

    def _stored(self) -> dict[str, str]:
        with self.db.read() as session:
            return stored_settings.load(session, self.settings)

    def _store(self, session: Session, version: int, after: Mapping[str, str], changed: list[str]) -> None:
        row = stored_settings.lock(session)
        with with_current(session, lambda: entered(session, self.settings), acts(SUBJECT, _ACTION)):
            if row.version != version:
                raise Stale("diese Angaben", row.version)
        stored_settings.replace(row, self.settings, after)
        session.flush()
        now = self.clock()
        if not {"smtp_url", "mail_from"}.isdisjoint(changed):
            outbox.try_again(session, now)
        keep_company(session, self.settings.adopting(after), now)
        # Their names alone: one is a person, another holds a password.
        audit.append(
            session,
            [Event(self.actor, _ACTION, SUBJECT, {"settings": ", ".join(STORABLE[name] for name in changed)})],
            now,
        )


def _server(account: MailAccountIn, before: str) -> str:
    """The address of the mail server. A password that is left out is the stored one, which only the same server under
    the same account gets: it must not be sent to another.
    """
    if not account.mail_host:
        return ""
    if not _HOST.fullmatch(account.mail_host):
        _refuse([_fault("mail_host", "Bitte geben Sie nur den Namen des Servers an, zum Beispiel mail.example.")])
    if account.mail_security == "none" and not is_local(account.mail_host):
        words = "Unverschlüsselt läse unterwegs jeder mit. Das geht nur zu einem Mailserver auf diesem Rechner."
        _refuse([_fault("mail_security", words)])
    scheme = _SCHEMES[account.mail_security]
    place = f"{account.mail_host}:{account.mail_port or _PORTS[scheme]}"
    if not account.mail_user:
        return f"{scheme}://{place}"
    user = quote(account.mail_user, safe="")
    password = quote(account.mail_password, safe="")
    if not password:
        known = urlsplit(before)
        if f"{known.scheme}://{known.username}@{known.hostname}:{known.port}" != f"{scheme}://{user}@{place.lower()}":
            words = "Bitte geben Sie das Passwort ein. Ein gespeichertes geht nie an einen anderen Server."
            _refuse([_fault("mail_password", words)])
        password = known.password or ""
    return f"{scheme}://{user}:{password}@{place}"


def _faults(settings: Settings, names: Sequence[str]) -> list[FieldError]:
    """What would be refused of the environment, at the fields of the form."""
    sentences = [*unusable(settings), *(unsafe(settings) if settings.environment == "production" else ())]
    refused = {found[1].lower() for sentence in sentences if (found := _VARIABLE.match(sentence))}
    return [_fault("mail_host" if name == "smtp_url" else name, _helps(name)) for name in names if name in refused]


def _helps(name: str) -> str:
    example, accepted = HELP[name]
    return f"Das wird nicht angenommen. Erlaubt: {accepted}. Zum Beispiel: {example}"


def _faults_of_picture(settings: Settings) -> list[FieldError]:
    """A name without a file would be a broken picture on the start page."""
    name = settings.contact_picture
    if not name or (settings.data_dir / name).is_file():
        return []
    return [_fault("contact_picture", f"Im Datenordner des Servers liegt keine Datei mit dem Namen „{name}“.")]


def _faults_of_address(settings: Settings) -> list[FieldError]:
    """A new address must be answered by this product: links in mails begin with it, and the console is left for it."""
    if not settings.own("public_url"):
        return []
    address = urlsplit(settings.public_url)
    if address.scheme != "https" or is_local(address.hostname or ""):
        return [_fault("public_url", "Bitte geben Sie eine Adresse an, die mit https:// beginnt.")]
    probe = NEEDS["public_address"].probe
    failed = first_open(probe(settings) if probe else ())
    words = f"Dort antwortet diese Website noch nicht. {failed.label}: {failed.words}" if failed else ""
    return [_fault("public_url", words)] if failed else []


def _fault(field: str, message: str) -> FieldError:
    return {"field": field, "code": "refused", "message": message}


def _refuse(faults: list[FieldError]) -> None:
    if faults:
        raise ValidationProblem(faults)
