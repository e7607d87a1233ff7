"""The second factor: TOTP codes of an authenticator app, and single-use recovery codes for a lost telephone.

The app's secret is not stored. It is derived (HMAC-SHA1's key length, 160 bits) from the installation's secret and a
random seed in the account's row, so a copy of the database alone makes no codes. A new `VOLTIGO_SECRET` therefore
ends every second factor: `voltigo staff reset-totp` and set it up again.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pyotp
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.core.references import ALPHABET
from services.staff.models import Account, RecoveryCode

_STEP_SECONDS = 30
_WINDOW = 1
"""Accepted clock drift of a telephone, in steps."""
_ISSUER = "Voltigo"
_CODES = 10
_GROUPS, _GROUP_LENGTH = 3, 4


def new_seed() -> str:
    """A random seed to derive a new second factor from."""
    return secrets.token_hex(32)


def totp_secret(seed: str, key: bytes) -> str:
    """The secret of the authenticator app, in Base32."""
    return b32encode(hmac.new(key, f"totp|{seed}".encode(), hashlib.sha256).digest()[:20]).decode()


@dataclass(frozen=True, slots=True)
class Picture:
    """A QR code as a path: dark modules as strokes of width 1 in a square of `size`, quiet zone included."""

    size: int
    path: str


def otpauth_uri(secret: str, email: str) -> str:
    """The otpauth URI in the QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=_ISSUER)


def qr_picture(content: str) -> Picture:
    """Drawn here, since the content is a secret no other host may see."""
    import segno

    code = segno.make(content, error="m", micro=False)
    border = code.default_border_size
    runs = []
    for y, row in enumerate(code.matrix):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                runs.append(f"M{x + border} {y + border + 0.5:g}h{end - x}")
            x = end + 1
    return Picture(len(code.matrix) + 2 * border, "".join(runs))


def matching_counter(seed: str, key: bytes, code: str, now: datetime) -> int | None:
    """The 30-second step the code belongs to, or None if it is not currently valid."""
    digits = "".join(code.split())
    if len(digits) != 6 or not (digits.isascii() and digits.isdigit()):
        return None
    generator = pyotp.TOTP(totp_secret(seed, key))
    current = int(now.timestamp()) // _STEP_SECONDS
    for counter in range(current - _WINDOW, current + _WINDOW + 1):
        if hmac.compare_digest(generator.generate_otp(counter), digits):
            return counter
    return None


def spend_code(session: Session, account: Account, key: bytes, code: str, now: datetime) -> bool:
    """Accept a code once: of two concurrent uses the database lets only one raise the counter."""
    counter = matching_counter(account.totp_seed, key, code, now) if account.totp_seed else None
    if counter is None:
        return False
    is_fresh = (Account.id == account.id) & (Account.totp_last_counter < counter)
    raised = session.execute(update(Account).where(is_fresh).values(totp_last_counter=counter))
    return raised.rowcount == 1  # type: ignore[attr-defined,no-any-return]


def new_recovery_codes(session: Session, account_id: int, key: bytes) -> Sequence[str]:
    """Ten fresh codes, `xxxx-xxxx-xxxx` (58 bits each); earlier ones are void."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    codes = [_spelled() for _ in range(_CODES)]
    session.add_all([RecoveryCode(account_id=account_id, code_hash=_code_hash(code, key)) for code in codes])
    return codes


def spend_recovery_code(session: Session, account_id: int, key: bytes, code: str) -> int | None:
    """Accept a recovery code once; returns how many are left, or None if it is not valid."""
    is_it = (RecoveryCode.account_id == account_id) & (RecoveryCode.code_hash == _code_hash(code, key))
    if session.execute(delete(RecoveryCode).where(is_it)).rowcount != 1:  # type: ignore[attr-defined]
        return None
    remaining = select(func.count()).where(RecoveryCode.account_id == account_id)
    return session.scalar(remaining) or 0


def _spelled() -> str:
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))
    return "-".join(groups).lower()


def _code_hash(code: str, key: bytes) -> str:
    """Keyed, because 58 bits alone could be brute-forced from a copy of the database."""
    plain = "".join(character for character in code.upper()[:64] if character.isalnum())
    return hmac.new(key, f"recovery|{plain}".encode(), hashlib.sha256).hexdigest()
