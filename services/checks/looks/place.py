"""Check of the place that all servers share for the store, kept reports and attachments."""

import secrets
import time
from textwrap import shorten
from typing import Final

from services.checks.finding import Found, Ground, fault, hint, ok
from services.core import data_folder
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage, StorageFault

_SLOW_SECONDS: Final = 2.0
_LONGEST_QUOTE: Final = 240
_PROBES: Final = "probes"


def shared_files(ground: Ground) -> Found:
    """Whether the place answers, can be written, and is the one the database goes with."""
    url = ground.settings.store_url
    if not url:
        return ok("Alles liegt im Datenordner.")
    begun = time.monotonic()
    try:
        files = files_of(ground.settings)
        if data_folder.folder_id(files) is not None and data_folder.is_other(ground.rows, files):
            return fault(f"Die Datenbank gehört zu einem anderen Speicher als {url}.")
        if not _keeps_a_probe(files):
            return fault(f"{url} gibt nicht zurück, was geschrieben wurde.")
    except StorageFault as error:
        told = shorten(str(error), _LONGEST_QUOTE, placeholder="…")
        return fault(f"{url} antwortet nicht, ist voll oder nicht beschreibbar. Gemeldet wurde: „{told}“.")
    seconds = time.monotonic() - begun
    if seconds > _SLOW_SECONDS:
        return hint(f"{url} antwortet langsam: {seconds:.0f} Sekunden für eine kleine Datei.")
    return ok(f"{url} antwortet, lässt sich beschreiben und gehört zu dieser Datenbank.")


def _keeps_a_probe(files: Storage) -> bool:
    name, content = f"{_PROBES}/{secrets.token_hex(8)}", secrets.token_bytes(64)
    try:
        files.put(name, content)
        return files.get(name) == content
    finally:
        files.delete(name)
