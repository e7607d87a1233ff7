"""Idempotency keys: a repeated call takes effect once.

The row of a key is written first, in the transaction of the effect itself, and its answer last: a crash leaves
neither, so the key is usable again; a second call waits on the row's lock and then reads the first answer.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.core.http.errors import InProgress
from services.core.models import IdempotencyKey

REMEMBERED = timedelta(hours=48)
SAME_BODY_IS_SAME_CALL = timedelta(minutes=10)
LONGEST_KEY = 255
_LOCK_NOT_AVAILABLE = "55P03"
"""PostgreSQL's code. Not psycopg's class: a server on SQLite does without its 10 MB."""
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_KEYS = IdempotencyKey.__table__


def _or_take_over(insert: Any) -> Any:
    """An expired key may be claimed again."""
    renewed = {name: insert.excluded[name] for name in ("fingerprint", "status", "body", "created_at", "expires_at")}
    is_over = _KEYS.c.expires_at <= insert.excluded.created_at
    return insert.on_conflict_do_update(index_elements=["key_hash"], set_=renewed, where=is_over)


def _or_answer(insert: Any) -> Any:
    """An upsert of rows that surely exist: unlike UPDATE, one statement takes any number of them."""
    answered = {"status": insert.excluded.status, "body": insert.excluded.body}
    return insert.on_conflict_do_update(index_elements=["key_hash"], set_=answered)


_CLAIM = Insertion(_KEYS, _or_take_over)
_ANSWER = Insertion(_KEYS, _or_answer)


@dataclass(frozen=True, slots=True)
class Call:
    """The identity of a call. `is_explicit`: the caller sent a key."""

    key_hash: str
    fingerprint: str
    is_explicit: bool

    @property
    def lifetime(self) -> timedelta:
        """How long the answer is stored."""
        return REMEMBERED if self.is_explicit else SAME_BODY_IS_SAME_CALL


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Earlier:
    """The earlier use of a key."""

    fingerprint: str
    answer: Answer

    def answer_to(self, call: Call) -> Answer | None:
        """The earlier answer if `call` is the same call; None if the key was used with another body."""
        return self.answer if call.fingerprint == self.fingerprint else None


Claim = Literal["ours"] | Earlier


def key_hash(route: str, key: str) -> str:
    """The hash a caller's key is stored as: a leaked table opens no reservation. Each route has its own key space."""
    return hashlib.sha256(f"key|{route}|{key}".encode()).hexdigest()


def identify(route: str, body: object, key: str | None) -> Call:
    """The call's identity: the caller's key if there is one, else its body. Member order does not matter."""
    fingerprint = hashlib.sha256(f"{route}|{_CANONICAL.encode(body)}".encode(errors="surrogatepass")).hexdigest()
    if key is None:
        return Call(hashlib.sha256(f"body|{fingerprint}".encode()).hexdigest(), fingerprint, False)
    return Call(key_hash(route, key), fingerprint, True)


def claim(session: Session, calls: Sequence[Call], now: datetime) -> dict[str, Claim]:
    """Claim each key, or return its earlier use.

    `calls` hold each key once. Keys are claimed in order of their hash, so that processes cannot deadlock.
    """
    rows = [_row(call, now) for call in sorted(calls, key=lambda call: call.key_hash)]
    try:
        taken = sum(result.rowcount for result in _CLAIM.run(session, rows))
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
            raise InProgress from error
        raise
    if taken == len(rows):
        return {call.key_hash: "ours" for call in calls}
    query = select(IdempotencyKey).where(IdempotencyKey.key_hash.in_([call.key_hash for call in calls]))
    stored = {row.key_hash: row for row in session.scalars(query)}
    return {call.key_hash: _judge(stored.get(call.key_hash)) for call in calls}


def _row(call: Call, now: datetime, answer: Answer | None = None) -> dict[str, Any]:
    return {
        "key_hash": call.key_hash,
        "fingerprint": call.fingerprint,
        "status": answer.status if answer else None,
        "body": answer.body if answer else None,
        "created_at": now,
        "expires_at": now + call.lifetime,
    }


def _judge(row: IdempotencyKey | None) -> Claim:
    if row is None:
        raise InProgress
    if row.status is None or row.body is None:
        return "ours"  # others' rows have their answer when they can be seen
    return Earlier(row.fingerprint, Answer(row.status, row.body))


def remember(session: Session, answers: Sequence[tuple[Call, Answer]], now: datetime) -> None:
    """Write the answer into the claimed row of each call."""
    _ANSWER.run(session, [_row(call, now, answer) for call, answer in answers])


def release(session: Session, keys: Sequence[str]) -> None:
    """Release claimed keys whose outcome must not be stored."""
    if keys:
        session.execute(delete(IdempotencyKey).where(IdempotencyKey.key_hash.in_(keys)))


def find_answer(session: Session, route: str, key: str, now: datetime) -> Answer | None:
    """The answer a caller's key was given on this route, or None: unknown, or not finished."""
    row = session.get(IdempotencyKey, key_hash(route, key))
    if row is None or row.status is None or row.body is None or row.expires_at <= now:
        return None
    return Answer(row.status, row.body)


def forget_expired(session: Session, now: datetime) -> int:
    """Delete expired keys; returns how many."""
    return session.execute(delete(IdempotencyKey).where(IdempotencyKey.expires_at <= now)).rowcount  # type: ignore[attr-defined,no-any-return]
