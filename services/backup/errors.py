"""What can go wrong with backups. The message is for the operator's terminal, `german` for job runs in the console."""

from services.core.http.errors import Problem


class BackupError(Exception):
    """A backup cannot be written, read or restored."""

    german = "Die Sicherung ist fehlgeschlagen."


class NotConfigured(BackupError):
    """There is no target, or no key."""

    german = "Es ist kein Ziel für Sicherungen eingestellt."


class Unreachable(BackupError):
    """The target does not answer, refuses us, or is full."""

    german = "Das Ziel der Sicherungen ist nicht erreichbar, voll oder nicht beschreibbar."


class StoreAway(BackupError):
    """The place of kept reports and attachments does not answer: a snapshot without them would not be whole."""

    german = "Der Speicher der Dateien (VOLTIGO_STORE_URL) antwortet nicht; ohne ihn wäre die Sicherung nicht ganz."


class NoRepository(BackupError):
    """There is nothing at the target that Voltigo has written."""

    german = "Am Ziel liegt keine Sicherung von Voltigo."


class WrongKey(BackupError):
    """The key does not open this repository."""

    german = "Der Schlüssel passt nicht zu den vorhandenen Sicherungen."


class Damaged(BackupError):
    """A part of a snapshot is missing, was cut off, or was exchanged."""

    german = "Eine Sicherung ist beschädigt oder unvollständig."


class NotWhole(BackupError):
    """A snapshot was restored to try it, and what it holds is not what has to hold."""

    german = "Die Probe einer Wiederherstellung hat Fehler gefunden; „voltigo verify“ nennt sie."


class NoSnapshot(BackupError):
    """There is no snapshot at or before the moment that was asked for."""

    german = "Es gibt noch keine Sicherung."


class NotRestorable(BackupError):
    """The snapshot does not fit: made by a newer Voltigo, or on the other kind of database."""

    german = "Die Sicherung passt nicht zu dieser Installation."


class Occupied(BackupError):
    """The installation to restore into already holds data."""


class Busy(BackupError):
    """Another process is making a backup."""

    german = "Ein anderer Vorgang sichert gerade."


class BackupFailed(Problem):
    """A backup job failed, for the reason in `detail`."""

    status = 503
    code = "backup_failed"
    detail = BackupError.german

    def __init__(self, reason: BackupError) -> None:
        super().__init__()
        self.detail = reason.german
