"""Checks what an installation needs for real work, and keeps the results to report one that turns red."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.backup.status import BackupStatus, backup_status
from services.checks.check import Check, Found, Ground, Group, Kept, State, Step, check, fault, hint, ok, sealed
from services.checks.connections import ENTERED, mail_server, mailbox, public_address
from services.checks.models import SetupCheck, SetupConfirmation
from services.core.clock import BERLIN, Clock, berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.german import counted, numeric_day
from services.core.storage.address import folder_of
from services.parks.fullness import Fullness, park_fullness
from services.parks.models import Park
from services.privacy.company import filled_now
from services.privacy.published import Published, TextKind, published_texts
from services.reservations.models import Reservation
from services.settings import STORABLE, Settings
from services.settings_checks import lacking
from services.staff.models import Account, AccountState, Role

BACKUP_HOLDS: Final = timedelta(days=90)
"""How long a confirmed backup is believed that something else makes."""
_OF_MAILS: Final = ("smtp_url", "mail_from")
"""What the check of the mail server is about."""
_FEWEST_ADMINS: Final = 2
_READ: Final = {TextKind.TERMS: "AGB", TextKind.PRIVACY: "Datenschutz", TextKind.IMPRINT: "Impressum"}
_PLACEHOLDERS: Final = ("__VOLTIGO_", "noch einzusetzen")


@check(
    "company",
    Group.SETTINGS,
    "Firma",
    "Die Angaben des Unternehmens stehen im Impressum, in den Rechtstexten und unter jeder Mail.",
    "Tragen Sie sie auf der Seite „Firma und Mailserver“ ein.",
    path=ENTERED,
)
def _company(ground: Ground) -> Found:
    """In order when nothing that pages and mails say about the company is empty or a placeholder."""
    settings = ground.settings
    missing = [STORABLE[name] for name in lacking(settings) if name not in _OF_MAILS]
    if missing:
        return hint(f"Impressum, Website und Mails nennen noch Musterangaben. Es fehlen: {', '.join(missing)}.")
    return ok(f"{settings.company_name}, {settings.company_postcode_city}; Telefon und E-Mail vollständig.")


@check(
    "second_admin",
    Group.SETTINGS,
    "Zweite Administration",
    "Konten, Rollen und zweite Faktoren verwaltet nur diese Rolle.",
    "Laden Sie eine zweite Person mit der Rolle Administration ein.",
    path="/accounts?invite",
)
def _second_admin(ground: Ground) -> Found:
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    count = ground.rows.scalar(select(func.count()).select_from(Account).where(is_admin)) or 0
    if count >= _FEWEST_ADMINS:
        return ok(f"{counted(count, 'Person hat', 'Personen haben')} die Rolle Administration.")
    return hint(
        "Nur eine Person hat die Rolle Administration. Verliert sie den Zugang, kommt niemand mehr an die Konten."
    )


_LOOK: Final = "Ist das Ziel in VOLTIGO_BACKUP_URL erreichbar, und ist dort Platz? „voltigo backup“ versucht es sofort."


@check(
    "backup",
    Group.DATABASE,
    "Sicherung",
    "Ohne erprobte Sicherung ist nach einem Ausfall des Datenträgers alles verloren.",
    "Setzen Sie VOLTIGO_BACKUP_URL und VOLTIGO_BACKUP_KEY: Dann sichert Voltigo selbst und erprobt es jede Woche.",
    confirms="backup",
)
def backup(ground: Ground) -> Found:
    """In order while as little would be lost as promised and the last trial of a restore was whole; without backups of
    our own for 90 days after the day that an administrator confirmed.
    """
    own = backup_status(ground.rows, ground.settings, ground.now)
    if own.is_configured:
        if words := _lacking(own):
            return fault(words, _LOOK) if own.is_late else hint(words)
        remark = next(_remarks(own, ground.settings), None)
        if remark is not None:
            return remark
        tried = f"zuletzt erprobt {_moment(own.verified_at)}" if own.verified_at else "noch nicht erprobt"
        return ok(f"Voltigo sichert laufend, {tried}.")
    confirmed = ground.kept_of("backup").confirmed
    if confirmed is None or confirmed.done_on is None:
        return hint(
            "Voltigo sichert nicht selbst, und niemand hat bestätigt, dass eine andere Sicherung eingerichtet ist."
        )
    day, until = confirmed.done_on, confirmed.done_on + BACKUP_HOLDS
    if until < berlin_day(ground.now):
        return hint(f"Zuletzt bestätigt für den {numeric_day(day)}. Das ist länger als {BACKUP_HOLDS.days} Tage her.")
    return ok(f"Von Ihnen bestätigt für den {numeric_day(day)}, gilt bis {numeric_day(until)}.")


def _lacking(own: BackupStatus) -> str | None:
    if own.verify_error:
        return f"Die letzte Probe einer Wiederherstellung ist gescheitert. {own.verify_error}"
    if own.taken_at is None:
        return own.error or "Die erste Sicherung steht noch aus."
    if own.is_late:
        return f"Die letzte Sicherung ist von {_moment(own.taken_at)}. {own.error or ''}".strip()
    return None


def _remarks(own: BackupStatus, settings: Settings) -> Iterator[Found]:
    """What would be better, though there are backups."""
    if own.damage:
        yield _remark(
            own.damage,
            "Prüfen Sie den Datenträger, auf dem die Sicherungen liegen, und sichern Sie besser auf einen anderen.",
        )
    if settings.environment == "production" and _is_on_one_disk(settings):
        yield _remark(
            "Die Sicherungen liegen auf demselben Datenträger wie die Daten und wären mit ihm verloren.",
            "Nennen Sie in VOLTIGO_BACKUP_URL einen Ort auf einem anderen Rechner oder einen Objektspeicher.",
        )
    if own.is_slow:
        yield _remark("Eine Sicherung dauert so lange, dass mehr als eine Minute verloren gehen kann.", _LOOK)


def _remark(words: str, helps: str) -> Found:
    return Found(hint(words).level, words, helps, is_remark=True)


def _is_on_one_disk(settings: Settings) -> bool:
    folder = folder_of(settings.backup_url)
    try:
        return folder is not None and folder.stat().st_dev == settings.data_dir.stat().st_dev
    except OSError:
        return False


def _moment(at: datetime) -> str:
    return f"{numeric_day(berlin_day(at))}, {at.astimezone(BERLIN):%H:%M} Uhr"


def _of_key(settings: Settings) -> str:
    return sealed(settings, "backup_key", settings.backup_key.get_secret_value())


@check(
    "backup_key",
    Group.SETTINGS,
    "Schlüssel der Sicherungen",
    "Fällt der Server aus, öffnet nur dieser Schlüssel (VOLTIGO_BACKUP_KEY) die Sicherungen.",
    "Bewahren Sie ihn auch anderswo auf, zum Beispiel im Passwortspeicher des Unternehmens. Zur Probe geben Sie "
    "die letzten sechs Zeichen Ihrer Abschrift ein, nicht die vom Server.",
    confirms="backup_key",
    fingerprint=_of_key,
)
def _backup_key(ground: Ground) -> Found:
    """In order when an administrator has typed the end of this key from a copy; without own backups there is none."""
    if not ground.settings.backup_url:
        return ok("Voltigo sichert nicht selbst, also gibt es keinen.")
    confirmed = ground.kept_of("backup_key").confirmed
    if confirmed is None or confirmed.confirmed_at is None:
        return hint("Ob es eine zweite Abschrift gibt, hat noch niemand bestätigt.")
    day = numeric_day(berlin_day(confirmed.confirmed_at))
    if confirmed.fingerprint != _of_key(ground.settings):
        return hint(f"Seit der Bestätigung am {day} ist es ein anderer Schlüssel.")
    return ok(f"Zweite Abschrift bestätigt am {day}.")


def _of_texts(settings: Settings) -> str:
    """Of the wording as visitors read it."""
    return sealed(settings, *(f"{kind}:{content}" for kind, content in _read(settings).items()))


@check(
    "legal_texts",
    Group.SETTINGS,
    "Rechtstexte",
    "Haushalte schließen zu diesen Texten ab. Ändert sich einer, wird neu gefragt.",
    "Lesen Sie AGB, Datenschutzhinweise und Impressum auf der Website, lassen Sie sie rechtlich prüfen, und "
    "bestätigen Sie es in der Konsole.",
    confirms="legal_texts",
    fingerprint=_of_texts,
)
def _legal_texts(ground: Ground) -> Found:
    """In order when no placeholder is left and an administrator has confirmed this wording."""
    if unfinished := unfinished_texts(ground.settings):
        return hint(f"Noch Platzhalter in: {', '.join(unfinished)}.")
    versions = ", ".join(f"{_READ[text.kind]} {text.version}" for text in _current())
    confirmed = ground.kept_of("legal_texts").confirmed
    if confirmed is None or confirmed.confirmed_at is None:
        return hint(f"{versions}. Dass sie gelesen sind, hat noch niemand bestätigt.")
    day = numeric_day(berlin_day(confirmed.confirmed_at))
    if confirmed.fingerprint != _of_texts(ground.settings):
        return hint(f"{versions}. Seit der Bestätigung am {day} haben sie sich geändert.")
    return ok(f"{versions}; bestätigt am {day}.")


def unfinished_texts(settings: Settings) -> list[str]:
    texts = _read(settings)
    return [_READ[kind] for kind, content in texts.items() if any(mark in content for mark in _PLACEHOLDERS)]


@cache
def _current() -> Sequence[Published]:
    """The newest version of each text that visitors read."""
    newest = {text.kind: text for text in sorted(published_texts(), key=lambda one: one.version) if text.kind in _READ}
    return [newest[kind] for kind in _READ]


def _read(settings: Settings) -> dict[TextKind, str]:
    return {text.kind: filled_now(text.content, settings) for text in _current()}


@check(
    "park",
    Group.SETTINGS,
    "Park geöffnet",
    "Ohne einen offenen Park kann niemand reservieren.",
    "Geben Sie einem Park Plätze, und öffnen Sie ihn für Reservierungen.",
    path="/parks",
)
def _park(ground: Ground) -> Found:
    open_parks = [found for found in park_fullness(ground.rows) if _sells(found.park, found.fullness)]
    if not open_parks:
        return hint("In keinem Park lässt sich ein Platz reservieren.")
    first = open_parks[0]
    begun = _first_reservation(ground.rows, first.park.id)
    since = f"erste Reservierung am {numeric_day(begun)}" if begun else "noch keine Reservierung"
    others = f"; dazu {counted(len(open_parks) - 1, 'Park', 'Parks')}" if len(open_parks) > 1 else ""
    return ok(f"{first.park.name}: {since}, {first.fullness.spots_words}{others}.")


def _sells(found: Park, fullness: Fullness) -> bool:
    return found.spot_limit > 0 and found.paused_at is None and not fullness.is_cancelled


def _first_reservation(session: Session, park_id: str) -> date | None:
    """The day of the first one. The moment of the opening itself is recorded nowhere."""
    ours = select(Reservation.created_at).where(Reservation.park_id == park_id)
    first = session.scalar(ours.order_by(Reservation.id).limit(1))
    return berlin_day(first) if first else None


_NEEDS: Final = (
    _company,
    mail_server,
    mailbox,
    public_address,
    _second_admin,
    backup,
    _backup_key,
    _legal_texts,
    _park,
)
NEEDS: Final[Mapping[str, Check]] = MappingProxyType({need.name: need for need in _NEEDS})
HOURLY: Final = ("public_address",)
QUARTERLY: Final = tuple(name for name in NEEDS if name not in HOURLY)
"""Every quarter of an hour."""
_LONGEST_WORDS: Final = 400
_INSERTION: Final = Insertion(SetupCheck.__table__, lambda insert: insert.on_conflict_do_nothing())


def recheck(db: Database, settings: Settings, clock: Clock, names: Iterable[str] = tuple(NEEDS)) -> int:
    """Run these checks, each connection outside of a transaction, and keep the results; returns how many are open."""
    count = 0
    for name in names:
        need = NEEDS[name]
        steps = need.probe(settings) if need.probe else ()
        now = clock()
        ground = Ground(settings, db, lambda now=now: now)  # type: ignore[misc]
        found = db.write(lambda session, g=ground, n=need, s=steps: _keep(session, g, n, s))  # type: ignore[misc]
        count += found.is_open
    return count


def _keep(session: Session, ground: Ground, need: Check, steps: Sequence[Step]) -> Found:
    known = Kept(steps, ground.now, _confirmations(session).get(need.name))
    found = need.look(replace(ground, session=session, kept={need.name: known}))
    values: dict[str, Any] = {
        "state": (State.OPEN if found.is_open else State.OK).value,
        "words": found.words[:_LONGEST_WORDS],
        "steps": [asdict(step) for step in steps],
        "fingerprint": need.fingerprint(ground.settings),
        "checked_at": ground.now,
    }
    _INSERTION.run(session, [{"name": need.name, "ok_at": None, **values}])
    row = session.get_one(SetupCheck, need.name, with_for_update=True)
    for column, value in values.items():
        setattr(row, column, value)
    row.ok_at = row.ok_at if found.is_open else ground.now
    session.flush()
    return found


def kept(session: Session, settings: Settings) -> dict[str, Kept]:
    """What is remembered of each check: of connections only those with the settings of now."""
    rows = {row.name: row for row in session.scalars(select(SetupCheck))}
    confirmed = _confirmations(session)
    return {name: _kept(need, rows.get(name), confirmed.get(name), settings) for name, need in NEEDS.items()}


def _kept(need: Check, row: SetupCheck | None, confirmed: SetupConfirmation | None, settings: Settings) -> Kept:
    if row is None or row.fingerprint != need.fingerprint(settings):
        return Kept(confirmed=confirmed)
    steps = [Step(**{**stored, "state": State(stored["state"])}) for stored in row.steps]
    return Kept(steps, row.checked_at, confirmed)


def still_open(ground: Ground) -> list[Check]:
    """What real work lacks as of now, by the last connections."""
    known = replace(ground, kept=kept(ground.rows, ground.settings))
    return [need for need in NEEDS.values() if need.look(known).is_open]


def _confirmations(session: Session) -> dict[str, SetupConfirmation]:
    last = (
        select(func.max(SetupConfirmation.id))
        .where(SetupConfirmation.confirmed_at.is_not(None))
        .group_by(SetupConfirmation.name)
    )
    rows = session.scalars(select(SetupConfirmation).where(SetupConfirmation.id.in_(last)))
    return {row.name: row for row in rows}


def turned_red(session: Session) -> list[SetupCheck]:
    """Checks that were in order once and were open when they last ran."""
    is_red = (SetupCheck.state == State.OPEN.value) & SetupCheck.ok_at.is_not(None)
    return list(session.scalars(select(SetupCheck).where(is_red).order_by(SetupCheck.name)))
