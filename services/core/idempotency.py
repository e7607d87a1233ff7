"""A call that is sent twice takes effect once.

The row of a key is written first, in the transaction of the effect itself, and its answer last: a crash leaves
neither, so the key is usable again; a second call waits on the row's lock and then reads the first answer.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from psycopg.errors import LockNotAvailable
from sqlalchemy import delete, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from services.core.errors import Problem
from services.core.models import IdempotencyKey
from services.core.rows import insert_rows, insert_statement

REMEMBERED = timedelta(hours=48)
SAME_BODY_IS_SAME_CALL = timedelta(minutes=10)
LONGEST_KEY = 255
_KEYS = IdempotencyKey.__table__


class IdempotencyMismatch(Problem):
    status = 422
    code = "idempotency_mismatch"
    detail = "Dieser Schlüssel gehört zu einer anderen Anfrage."


class InProgress(Problem):
    status = 409
    code = "in_progress"
    detail = "Ihre Anfrage wird gerade bearbeitet. Bitte warten Sie einen Moment."


@dataclass(frozen=True, slots=True)
class Call:
    """What makes two calls the same. `is_explicit`: the caller named a key."""

    key_hash: str
    fingerprint: str
    is_explicit: bool

    @property
    def lifetime(self) -> timedelta:
        """How long the answer is remembered."""
        return REMEMBERED if self.is_explicit else SAME_BODY_IS_SAME_CALL


@dataclass(frozen=True, slots=True)
class Answer:
    """A remembered answer."""

    status: int
    body: dict[str, Any]


Claim = Literal["ours", "mismatch"] | Answer


def key_hash(key: str) -> str:
    """The stored form of a caller's key: a leaked table opens no reservation."""
    return hashlib.sha256(f"key|{key}".encode()).hexdigest()


def identify(route: str, body: object, key: str | None) -> Call:
    """The call's identity: its key where the caller gave one, else its body. Member order does not matter."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    fingerprint = hashlib.sha256(f"{route}|{canonical}".encode(errors="surrogatepass")).hexdigest()
    if key is None:
        return Call(hashlib.sha256(f"body|{fingerprint}".encode()).hexdigest(), fingerprint, False)
    return Call(key_hash(key), fingerprint, True)


def claim(session: Session, calls: Sequence[Call], now: datetime) -> dict[str, Claim]:
    """Take each key, or say why not: another body came with it, or it is already answered.

    `calls` hold each key once. Keys are taken in order of their hash, so two processes cannot wait for each other.
    """
    hashes = sorted(call.key_hash for call in calls)
    expired = IdempotencyKey.key_hash.in_(hashes) & (IdempotencyKey.expires_at <= now)
    session.execute(delete(IdempotencyKey).where(expired))
    rows = [_row(call, now) for call in sorted(calls, key=lambda call: call.key_hash)]
    insert = insert_statement(session, _KEYS, tuple(rows[0])).on_conflict_do_nothing().returning(_KEYS.c.key_hash)
    try:
        taken = {row.key_hash for row in insert_rows(session, _KEYS, rows, insert) or ()}
    except OperationalError as error:
        if isinstance(error.orig, LockNotAvailable):
            raise InProgress from error
        raise
    earlier = {}
    if len(taken) < len(rows):
        query = select(IdempotencyKey).where(IdempotencyKey.key_hash.in_(set(hashes) - taken))
        earlier = {row.key_hash: row for row in session.scalars(query)}
    return {c.key_hash: "ours" if c.key_hash in taken else _judge(c, earlier.get(c.key_hash)) for c in calls}


def _row(call: Call, now: datetime, answer: Answer | None = None) -> dict[str, Any]:
    return {
        "key_hash": call.key_hash,
        "fingerprint": call.fingerprint,
        "status": answer.status if answer else None,
        "body": answer.body if answer else None,
        "created_at": now,
        "expires_at": now + call.lifetime,
    }


def _judge(call: Call, earlier: IdempotencyKey | None) -> Claim:
    if earlier is None or earlier.status is None or earlier.body is None:
        raise InProgress
    if earlier.fingerprint != call.fingerprint:
        return "mismatch"
    return Answer(earlier.status, earlier.body)


def remember(session: Session, answers: Sequence[tuple[Call, Answer]], now: datetime) -> None:
    """Write the answer into the claimed row of each call."""
    if not answers:
        return
    rows = [_row(call, now, answer) for call, answer in answers]
    insert = insert_statement(session, _KEYS, tuple(rows[0]))
    # An upsert of rows that surely exist: unlike UPDATE, one statement takes any number of them.
    statement = insert.on_conflict_do_update(
        index_elements=["key_hash"], set_={"status": insert.excluded.status, "body": insert.excluded.body}
    )
    insert_rows(session, _KEYS, rows, statement)


def release(session: Session, keys: Sequence[str]) -> None:
    """Give claimed keys back whose outcome must not be remembered."""
    if keys:
        session.execute(delete(IdempotencyKey).where(IdempotencyKey.key_hash.in_(keys)))


def find_answer(session: Session, key: str, now: datetime) -> Answer | None:
    """The answer a caller's key was given, or None: unknown, or not finished."""
    row = session.get(IdempotencyKey, key_hash(key))
    if row is None or row.status is None or row.body is None or row.expires_at <= now:
        return None
    return Answer(row.status, row.body)


def forget_expired(session: Session, now: datetime) -> int:
    """Delete what is no longer remembered; answers how many."""
    return session.execute(delete(IdempotencyKey).where(IdempotencyKey.expires_at <= now)).rowcount  # type: ignore[attr-defined,no-any-return]
