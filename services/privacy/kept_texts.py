"""Keeps every published text in the database, so that it can be shown after it has left the code."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session

from services.privacy.models import KeptText
from services.privacy.published import Published


def keep(connection: Connection, texts: Iterable[Published], now: datetime) -> int:
    """Add the texts that are not kept yet; returns how many. Nothing that is kept is changed."""
    known = {tuple(row) for row in connection.execute(select(KeptText.kind, KeptText.version, KeptText.sha256))}
    missing = [text for text in texts if (text.kind.value, text.version, text.sha256) not in known]
    rows = [
        {
            "kind": text.kind.value,
            "version": text.version,
            "sha256": text.sha256,
            "content": text.content,
            "kept_at": now,
        }
        for text in missing
    ]
    if rows:
        connection.execute(insert(KeptText), rows)
    return len(rows)


def contents(session: Session, fingerprints: Iterable[str]) -> dict[str, str]:
    """The wording of each fingerprint that is kept."""
    wanted = select(KeptText.sha256, KeptText.content).where(KeptText.sha256.in_(set(fingerprints)))
    return {row.sha256: row.content for row in session.execute(wanted)}
