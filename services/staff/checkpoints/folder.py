"""Copies of all checkpoints in a file outside of the installation, best where this server can add but not change.

A line each, only ever appended. What a full disk or a crash cut off is a beginning of a line that follows whole later.
"""

import os
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.german import os_reason
from services.settings import Settings
from services.staff.checkpoints.checkpoint import Checkpoint, fault, first_fault_of, read
from services.staff.checkpoints.errors import LogAltered, NotCopied
from services.staff.models import AuditCheckpoint

NAME: Final = "voltigo-audit.txt"


def append_missing(db: Database, settings: Settings, _now: datetime) -> None:
    """Append what the file does not have yet, if there is a folder for it.

    Raises LogAltered when the file's last checkpoint is not one of this log, and NotCopied when it cannot be written.
    """
    if not settings.audit_folder:
        return
    path = Path(settings.audit_folder) / NAME
    try:
        written = _lines(path)
        with db.read() as session:
            _compare(session, written, settings.secret_key)
            stored = session.scalars(select(AuditCheckpoint.sealed).order_by(AuditCheckpoint.id)).all()
        known = set(written)
        if missing := [line for line in stored if line not in known]:
            _append(path, missing)
    except OSError as error:
        raise NotCopied(
            f"Prüfpunkte lassen sich nicht in den Ordner außerhalb schreiben ({os_reason(error)})."
        ) from error


def fault_in_folder(session: Session, settings: Settings) -> str | None:
    """How the log contradicts the file. Raises OSError when there should be one that cannot be read."""
    if not settings.audit_folder:
        return None
    lines = _lines(Path(settings.audit_folder) / NAME)
    checkpoints: list[Checkpoint] = []
    for number, line in enumerate(lines, 1):
        if checkpoint := read(line, settings.secret_key):
            checkpoints.append(checkpoint)
        elif not any(whole.startswith(line) for whole in lines[number:]):
            return f"Zeile {number} von {NAME} ist nicht mit diesem Schlüssel versiegelt"
    return first_fault_of(session, checkpoints)


def _compare(session: Session, written: list[str], key: bytes) -> None:
    newest = next(filter(None, (read(line, key) for line in reversed(written))), None)
    if written and newest is None:
        raise LogAltered(
            "Die Prüfpunkte im Ordner außerhalb sind nicht mit dem Schlüssel dieser Installation versiegelt."
        )
    if newest and fault(session, newest):
        raise LogAltered(
            "Das Protokoll widerspricht den Prüfpunkten im Ordner außerhalb: Einträge fehlen oder wurden geändert. "
            "Nach einer Wiederherstellung ist das so; legen Sie die Datei dann beiseite, es beginnt eine neue."
        )


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="ascii").split() if path.exists() else []


def _append(path: Path, lines: list[str]) -> None:
    needs_break = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    content = ("\n" if needs_break else "") + "".join(f"{line}\n" for line in lines)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        left = content.encode("ascii")
        while left:
            left = left[os.write(descriptor, left) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
