"""Time stamps of an independent authority (RFC 3161): it signs that a checkpoint existed at a moment.

Who holds database and key can recompute every hash and seal, but has nobody who signs the past for him. The newest
checkpoint of a day is stamped. Needs the extra `time-stamps`.
"""

from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpcore2
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.settings import Settings
from services.staff.checkpoints.errors import NotCopied
from services.staff.models import AuditCheckpoint

if TYPE_CHECKING:
    from rfc3161_client import TimeStampRequest, VerifierBuilder

_SECONDS: Final = 20.0
_LARGEST: Final = 64 * 1024
_LATEST: Final = timedelta(days=2)
"""How long after its moment a checkpoint may be stamped: the authority may have been away for a day."""


def stamp_newest(db: Database, settings: Settings, now: datetime) -> None:
    """Have the newest checkpoint stamped, if there is an authority and no checkpoint of this day (UTC) is.

    Raises NotCopied when the authority does not answer, or with something that its certificate does not vouch for.
    """
    if not settings.time_stamp_url:
        return
    with db.read() as session:
        today = datetime.combine(now.astimezone(UTC), time(), UTC)
        stamped = session.scalar(
            select(AuditCheckpoint.id)
            .where(AuditCheckpoint.at >= today, AuditCheckpoint.time_stamp.is_not(None))
            .limit(1)
        )
        columns = (AuditCheckpoint.id, AuditCheckpoint.sealed, AuditCheckpoint.time_stamp.is_not(None).label("is_done"))
        newest = session.execute(select(*columns).order_by(AuditCheckpoint.id.desc()).limit(1)).one_or_none()
    if newest is None or newest.is_done or stamped:
        return
    stamp = _stamp_of(newest.sealed, settings)
    db.write(lambda session: _store(session, newest.id, stamp))


def _store(session: Session, id_: int, stamp: bytes) -> None:
    session.get_one(AuditCheckpoint, id_).time_stamp = stamp


def first_fault_of_stamps(session: Session, settings: Settings) -> str | None:
    """First fault of the stored stamps: another checkpoint's, of another moment, or not the authority's."""
    if not settings.time_stamp_url:
        return None
    stamped = select(AuditCheckpoint).where(AuditCheckpoint.time_stamp.is_not(None)).order_by(AuditCheckpoint.id)
    for checkpoint in session.scalars(stamped):
        if found := _fault(checkpoint, settings):
            return f"der Zeitstempel des Prüfpunkts vom {checkpoint.at:%d.%m.%Y, %H:%M} UTC {found}"
    return None


def _fault(checkpoint: AuditCheckpoint, settings: Settings) -> str | None:
    from rfc3161_client import VerificationError, decode_timestamp_response

    try:
        stamp = decode_timestamp_response(checkpoint.time_stamp or b"")
        _trusting(settings).build().verify_message(stamp, checkpoint.sealed.encode())
    except (VerificationError, ValueError) as error:
        return f"gilt nicht: {error}"
    waited = stamp.tst_info.gen_time - checkpoint.at
    return (
        None if -timedelta(minutes=5) < waited < _LATEST else f"ist vom {stamp.tst_info.gen_time:%d.%m.%Y, %H:%M} UTC"
    )


def _stamp_of(line: str, settings: Settings) -> bytes:
    try:
        from rfc3161_client import HashAlgorithm, TimestampRequestBuilder, VerificationError, decode_timestamp_response
    except ImportError as error:
        raise NotCopied("Für Zeitstempel fehlt die Erweiterung „time-stamps“; siehe README, Settings.") from error
    builder = TimestampRequestBuilder().data(line.encode()).hash_algorithm(HashAlgorithm.SHA256)
    request = builder.nonce(nonce=True).cert_request(cert_request=True).build()
    answer = _asked(settings.time_stamp_url, request)
    try:
        stamp = decode_timestamp_response(answer)
        _trusting(settings).nonce(request.nonce or 0).build().verify_message(stamp, line.encode())
    except (VerificationError, ValueError) as error:
        raise NotCopied(f"Der Zeitstempel ist nicht vom eingestellten Dienst bestätigt ({error}).") from error
    return answer


def _asked(url: str, request: "TimeStampRequest") -> bytes:
    limits = {"timeout": {"connect": _SECONDS, "read": _SECONDS, "write": _SECONDS, "pool": _SECONDS}}
    try:
        with (
            httpcore2.ConnectionPool() as pool,
            pool.stream(
                "POST",
                url,
                headers={"Content-Type": "application/timestamp-query", "User-Agent": "Voltigo"},
                content=request.as_bytes(),
                extensions=limits,
            ) as answer,
        ):
            body = b""
            for part in answer.iter_stream():
                body += part
                if len(body) > _LARGEST:
                    raise NotCopied("Der Zeitstempeldienst antwortet mit zu viel.")
            if answer.status != 200:
                raise NotCopied(f"Der Zeitstempeldienst antwortet mit {answer.status}.")
            return body
    except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError, OSError) as error:
        raise NotCopied(f"Der Zeitstempeldienst ist nicht erreichbar ({type(error).__name__}).") from error


def _trusting(settings: Settings) -> "VerifierBuilder":
    from cryptography.x509 import load_pem_x509_certificates
    from rfc3161_client import VerifierBuilder

    roots = load_pem_x509_certificates(Path(settings.time_stamp_roots).read_bytes())
    return VerifierBuilder(roots=list(roots))
