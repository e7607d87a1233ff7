"""The signed cookie of a known browser: taken only as it was issued, for its account, by this installation."""

import hashlib
import hmac
from types import SimpleNamespace
from typing import Any

import pytest

from services.staff.sign_in.known_devices import issue, number_of

KEY = b"ours"


def account(**changes: object) -> Any:
    return SimpleNamespace(**{"id": 7, "password_hash": "hash", **changes})


def test_a_cookie_is_known_to_its_own_account() -> None:
    token = issue(account(), KEY)
    assert number_of(token, account(), KEY) == token.partition(".")[0]
    assert issue(account(), KEY) != token


def test_a_changed_or_foreign_cookie_is_unknown() -> None:
    token = issue(account(), KEY)
    number, _, signature = token.partition(".")
    for position in range(len(token)):
        other = "0" if token[position] != "0" else "1"
        assert number_of(token[:position] + other + token[position + 1 :], account(), KEY) is None
    for changed in ("", ".", number, f"{number}.", f".{signature}", f"none.{number}.", f"{token}0", f"{number}.ä"):
        assert number_of(changed, account(), KEY) is None, changed
    assert number_of(token, account(id=8), KEY) is None
    assert number_of(token, account(password_hash="new"), KEY) is None, "a new password makes every browser unknown"
    assert number_of(token, account(), b"theirs") is None


@pytest.mark.parametrize("purpose", ["totp", "recovery", "device2"])
def test_a_signature_for_another_purpose_is_none(purpose: str) -> None:
    signed = f"{purpose}|7|hash|number".encode()
    assert number_of(f"number.{hmac.new(KEY, signed, hashlib.sha256).hexdigest()}", account(), KEY) is None
