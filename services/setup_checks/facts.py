"""The checks that connect to nothing: company, administrators, backup and its key, legal texts, park."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.backup.status import BackupStatus, backup_status
from services.core.clock import BERLIN, berlin_day
from services.core.german import counted, numeric_day
from services.parks.fullness import Fullness, park_fullness
from services.parks.models import Park
from services.privacy.company import filled_now
from services.privacy.published import Published, TextKind, published_texts
from services.reservations.models import Reservation
from services.settings import Settings
from services.settings_checks import company_placeholders, named
from services.setup_checks.result import Ground, Result, State, sealed
from services.staff.models import Account, AccountState, Role

BACKUP_HOLDS: Final = timedelta(days=90)
"""How long a confirmed backup is believed that something else makes."""
_NOWHERE: Final = ".invalid"
_FEWEST_ADMINS: Final = 2
_READ: Final = {TextKind.TERMS: "AGB", TextKind.PRIVACY: "Datenschutz", TextKind.IMPRINT: "Impressum"}
_PLACEHOLDERS: Final = ("__VOLTIGO_", "noch einzusetzen")
_SHOWN: Final = 3


def company(ground: Ground) -> Result:
    """In order when no setting of the company is empty or a placeholder."""
    settings = ground.settings
    missing = [named(name) for name in company_placeholders(settings)]
    if _NOWHERE in settings.company_email:
        missing.append(named("company_email"))
    if not missing:
        words = f"{settings.company_name}, {settings.company_postcode_city}; Telefon und E-Mail vollständig"
        return Result(State.OK, words)
    names = ", ".join(missing[:_SHOWN])
    more = f" und {len(missing) - _SHOWN} weitere" if len(missing) > _SHOWN else ""
    return Result(State.OPEN, f"Impressum und Mails nennen noch Musterangaben: {names}{more}.")


def second_admin(ground: Ground) -> Result:
    """In order with two active accounts of the administration."""
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    count = ground.session.scalar(select(func.count()).select_from(Account).where(is_admin)) or 0
    if count >= _FEWEST_ADMINS:
        return Result(State.OK, f"{counted(count, 'Person hat', 'Personen haben')} die Rolle Administration")
    return Result(
        State.OPEN,
        "Nur eine Person hat die Rolle Administration. Verliert sie den Zugang, kommt niemand mehr an die Konten.",
    )


def backup(ground: Ground) -> Result:
    """In order while the product's own backups are; without them for 90 days after the day that an administrator
    confirmed.
    """
    own = backup_status(ground.session, ground.settings, ground.now)
    if own.is_configured:
        return _own_backups(own)
    confirmed = ground.confirmed
    if confirmed is None or confirmed.done_on is None:
        return Result(
            State.OPEN,
            "Voltigo sichert nicht selbst, und niemand hat bestätigt, dass eine andere Sicherung eingerichtet ist.",
        )
    day, until = confirmed.done_on, confirmed.done_on + BACKUP_HOLDS
    if until < berlin_day(ground.now):
        return Result(
            State.OPEN,
            f"Zuletzt bestätigt für den {numeric_day(day)}. Das ist länger als {BACKUP_HOLDS.days} Tage her.",
        )
    return Result(State.OK, f"bestätigt für den {numeric_day(day)}, gilt bis {numeric_day(until)}")


def backup_key(ground: Ground) -> Result:
    """In order when an administrator has typed the end of this key from a copy; without own backups there is none."""
    if not ground.settings.backup_url:
        return Result(State.OK, "Voltigo sichert nicht selbst, also gibt es keinen")
    confirmed = ground.confirmed
    if confirmed is None or confirmed.confirmed_at is None:
        return Result(State.OPEN, "Ob es eine zweite Abschrift gibt, hat noch niemand bestätigt.")
    day = numeric_day(berlin_day(confirmed.confirmed_at))
    if confirmed.fingerprint != backup_key_fingerprint(ground.session, ground.settings):
        return Result(State.OPEN, f"Seit der Bestätigung am {day} ist es ein anderer Schlüssel.")
    return Result(State.OK, f"zweite Abschrift bestätigt am {day}")


def backup_key_fingerprint(_session: Session, settings: Settings) -> str:
    """Of the key, so that a new one has to be confirmed again."""
    return sealed(settings, "backup_key", settings.backup_key.get_secret_value())


def _own_backups(own: BackupStatus) -> Result:
    if own.verify_error:
        return Result(State.OPEN, f"Die letzte Probe einer Wiederherstellung ist gescheitert. {own.verify_error}")
    if own.taken_at is None:
        return Result(State.OPEN, own.error or "Die erste Sicherung steht noch aus.")
    if own.is_late:
        return Result(State.OPEN, f"Die letzte Sicherung ist von {_moment(own.taken_at)}. {own.error or ''}".strip())
    tried = f"zuletzt erprobt {_moment(own.verified_at)}" if own.verified_at else "noch nicht erprobt"
    return Result(State.OK, f"sichert laufend, {tried}")


def _moment(at: datetime) -> str:
    return f"{numeric_day(berlin_day(at))}, {at.astimezone(BERLIN):%H:%M} Uhr"


def legal_texts(ground: Ground) -> Result:
    """In order when no placeholder is left and an administrator has confirmed this wording."""
    if unfinished := unfinished_texts(ground.settings):
        return Result(State.OPEN, f"Noch Platzhalter in: {', '.join(unfinished)}.")
    versions = ", ".join(f"{_READ[text.kind]} {text.version}" for text in _current())
    confirmed = ground.confirmed
    if confirmed is None or confirmed.confirmed_at is None:
        return Result(State.OPEN, f"{versions}. Dass sie gelesen sind, hat noch niemand bestätigt.")
    day = numeric_day(berlin_day(confirmed.confirmed_at))
    if confirmed.fingerprint != legal_fingerprint(ground.session, ground.settings):
        return Result(State.OPEN, f"{versions}. Seit der Bestätigung am {day} haben sie sich geändert.")
    return Result(State.OK, f"{versions}; bestätigt am {day}")


def unfinished_texts(settings: Settings) -> list[str]:
    """The texts, as people call them, in which a placeholder is left."""
    texts = _shown(settings)
    return [_READ[kind] for kind, content in texts.items() if any(mark in content for mark in _PLACEHOLDERS)]


def legal_fingerprint(_session: Session, settings: Settings) -> str:
    """Of the wording as visitors read it."""
    return sealed(settings, *(f"{kind}:{content}" for kind, content in _shown(settings).items()))


@cache
def _current() -> Sequence[Published]:
    """The newest version of each text that visitors read."""
    newest = {text.kind: text for text in sorted(published_texts(), key=lambda one: one.version) if text.kind in _READ}
    return [newest[kind] for kind in _READ]


def _shown(settings: Settings) -> dict[TextKind, str]:
    return {text.kind: filled_now(text.content, settings) for text in _current()}


def park(ground: Ground) -> Result:
    """In order when at least one park sells places."""
    open_parks = [found for found in park_fullness(ground.session) if _sells(found.park, found.fullness)]
    if not open_parks:
        return Result(State.OPEN, "In keinem Park lässt sich ein Platz reservieren.")
    first = open_parks[0]
    begun = _first_reservation(ground.session, first.park.id)
    since = f"erste Reservierung am {numeric_day(begun)}" if begun else "noch keine Reservierung"
    others = f"; dazu {counted(len(open_parks) - 1, 'Park', 'Parks')}" if len(open_parks) > 1 else ""
    return Result(State.OK, f"{first.park.name}: {since}, {first.fullness.spots_words}{others}")


def _sells(found: Park, fullness: Fullness) -> bool:
    return found.spot_limit > 0 and found.paused_at is None and not fullness.is_cancelled


def _first_reservation(session: Session, park_id: str) -> date | None:
    """The day of the first one. The moment of the opening itself is recorded nowhere."""
    ours = select(Reservation.created_at).where(Reservation.park_id == park_id)
    first = session.scalar(ours.order_by(Reservation.id).limit(1))
    return berlin_day(first) if first else None
