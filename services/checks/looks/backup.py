"""The check of the backup: how the product's own stand, or else what an administrator has confirmed of another one."""

from typing import Final

from services.backup.status import BackupStatus, backup_status
from services.checks.finding import Found, Ground, fault, hint, ok
from services.core.storage.storage import folder_of
from services.settings import Settings
from services.setup_checks.result import State

_LOOK: Final = "Ist das Ziel in VOLTIGO_BACKUP_URL erreichbar, und ist dort Platz? „voltigo backup“ versucht es sofort."
_ROTS: Final = "Prüfen Sie den Datenträger, auf dem die Sicherungen liegen, und sichern Sie besser auf einen anderen."
_ONE_DISK: Final = "Die Sicherungen liegen auf demselben Datenträger wie die Daten und wären mit ihm verloren."
_ELSEWHERE: Final = "Nennen Sie in VOLTIGO_BACKUP_URL einen Ort auf einem anderen Rechner oder einen Objektspeicher."
_SLOW: Final = "Eine Sicherung dauert so lange, dass mehr als eine Minute verloren gehen kann."


def _is_on_one_disk(settings: Settings) -> bool:
    folder = folder_of(settings.backup_url)
    try:
        return folder is not None and folder.stat().st_dev == settings.data_dir.stat().st_dev
    except OSError:
        return False


def backup(ground: Ground) -> Found:
    """Whether as little would be lost now as promised, and the last trial of a restore found everything; without
    backups of our own, whether the confirmation of another one still holds.
    """
    standing = ground.standings.get("backup")
    if standing is None:
        return hint("Niemand hat bestätigt, dass eine Sicherung eingerichtet ist.")
    own = backup_status(ground.session, ground.settings, ground.clock()) if ground.session else BackupStatus(False)
    words = standing.result.words
    if standing.result.state is not State.OK:
        return fault(words, _LOOK) if own.is_late else hint(words)
    if not own.is_configured:
        return ok(f"Von Ihnen {words}.")
    if own.damage:
        return hint(own.damage, _ROTS)
    if ground.settings.environment == "production" and _is_on_one_disk(ground.settings):
        return hint(_ONE_DISK, _ELSEWHERE)
    return hint(_SLOW, _LOOK) if own.is_slow else ok(f"Voltigo {words}.")
