"""Why the operating system refused something, in German: what `strerror` says in English."""

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_REASONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.EACCES: "keine Berechtigung",
        errno.EPERM: "keine Berechtigung",
        errno.ENOENT: "nicht vorhanden",
        errno.ENOTDIR: "kein Ordner",
        errno.EISDIR: "ein Ordner, keine Datei",
        errno.EEXIST: "schon vorhanden",
        errno.ENOSPC: "kein Platz mehr auf dem Datenträger",
        errno.EDQUOT: "das erlaubte Maß an Speicherplatz ist erreicht",
        errno.EFBIG: "die Datei wird größer als erlaubt",
        errno.EROFS: "nur lesbar eingehängt",
        errno.EIO: "Lese- oder Schreibfehler des Datenträgers",
        errno.EMFILE: "zu viele offene Dateien",
        errno.ENFILE: "zu viele offene Dateien",
        errno.ENAMETOOLONG: "der Name ist zu lang",
        errno.EADDRINUSE: "die Adresse ist belegt",
        errno.EADDRNOTAVAIL: "diese Adresse hat der Rechner nicht",
        errno.ECONNREFUSED: "die Verbindung wurde abgelehnt",
        errno.ETIMEDOUT: "keine Antwort",
        errno.ESTALE: "das entfernte Dateisystem ist nicht mehr da",
        errno.ENODEV: "das Gerät ist nicht mehr da",
        errno.ENXIO: "das Gerät ist nicht mehr da",
    }
)


def reason_of(error: OSError) -> str:
    """The reason, as the end of a sentence."""
    return _REASONS.get(error.errno or 0) or error.strerror or type(error).__name__
