"""Password rules and hashing (Argon2id, 19 MiB, two passes: some 60 ms each).

Two dedicated threads compute the hashes: each hash takes its memory and a whole core, and a flood of log-ins must leave
both for the reservations. Where the system has priorities per thread, theirs is low. A few calls may wait for these
two, all others are refused at once: a waiting call holds one of the forty threads that serve all other calls.
"""

import os
import re
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from services.core.fields import Refused
from services.staff.errors import Busy

SHORTEST, LONGEST = 12, 128
_HASH = PasswordHash((Argon2Hasher(memory_cost=19 * 1024, time_cost=2, parallelism=1),))
_COMPUTING, _WAITING = 2, 8
_NICENESS = 15
"""About a thirtieth of the time of a thread that answers others; all of it where none wants the core."""


def _yield_to_others() -> None:
    # POSIX speaks of the whole process; Linux alone has a niceness of each thread.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


_THREADS = ThreadPoolExecutor(_COMPUTING, thread_name_prefix="passwords", initializer=_yield_to_others)
_PLACES = threading.BoundedSemaphore(_COMPUTING + _WAITING)
_COMMON = Path(__file__).with_name("common_passwords.txt")
_CONTEXT = ("voltigo", "solaranteil", "solarpark", "ingolstadt")
_ROWS = ("abcdefghijklmnopqrstuvwxyz", "qwertzuiopü", "qwertyuiop", "asdfghjklöä", "yxcvbnm", "zxcvbnm", "01234567890")
_RUNS = (*_ROWS, *(row[::-1] for row in _ROWS))
_LOOKALIKES = str.maketrans("013457@$!€", "oieastasie")
_FAMOUS = ("correcthorsebatterystaple",)
"""Well-known passwords from published advice."""
_OURS = ("voltigo", "solar", "photovoltaik", "solaranlage", "solaranteil", "solarpark", "solarstrom", "ingolstadt")
_SAFE_SCORE = 3
"""More than 10^8 guesses by zxcvbn's count of words, names, dates, keys in a row and what people put between them."""
_LONGEST_JUDGED = 72
"""Its time grows with the square of the length, and what is good up to here is good."""
_FEWEST_DIFFERENT = 5
_FEWEST_LEFT = 6
"""Characters that must remain after removing the words that a guesser would try first."""


Computed = TypeVar("Computed")


def _computed(compute: Callable[[], Computed]) -> Computed:
    """Run it in one of the two threads; raises Busy at once if too many calls are waiting."""
    if not _PLACES.acquire(blocking=False):
        raise Busy
    try:
        return _THREADS.submit(compute).result()
    finally:
        _PLACES.release()


def hash_password(password: str) -> str:
    """The hash to keep; raises Busy."""
    return _computed(lambda: _HASH.hash(_composed(password)))


def verify_password(password: str, stored: str | None) -> tuple[bool, str | None]:
    """Whether it is the password, and a new hash where the old one was made with other parameters; raises Busy.

    Without a stored hash (no such account, none set yet) the answer is no and takes as long.
    """
    typed = _composed(password)[: 4 * LONGEST]
    is_right, renewed = _computed(lambda: _HASH.verify_and_update(typed, stored or _dummy()))
    return (is_right, renewed) if stored else (False, None)


@cache
def _dummy() -> str:
    return _HASH.hash("the password of nobody")


def _composed(password: str) -> str:
    """The same characters whichever way a keyboard writes an umlaut."""
    return unicodedata.normalize("NFC", password)


def read_new_password(value: object, about: Sequence[str]) -> str:
    """Validate a new password. `about` holds the person's own data: name, address. No composition rules."""
    if not isinstance(value, str):
        raise Refused("wrong_type", "Diese Angabe muss Text sein.")
    password = _composed(value[: 4 * LONGEST])
    if len(password) < SHORTEST:
        raise Refused("too_short", f"Bitte mindestens {SHORTEST} Zeichen, zum Beispiel vier Wörter hintereinander.")
    if len(password) > LONGEST:
        raise Refused("too_long", f"Bitte höchstens {LONGEST} Zeichen.")
    if _is_common(password):
        raise Refused("password_common", "Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes.")
    parts = {part for text in about for part in re.split(r"[\W_]+", text.casefold()) if len(part) >= 3}
    is_about = _is_left_over(password.casefold(), sorted(parts | set(_CONTEXT) | _common(), key=len, reverse=True))
    if is_about:
        message = "Das Passwort besteht fast nur aus Ihrem oder unserem Namen. Bitte wählen Sie ein anderes."
        raise Refused("password_context", message)
    if _is_guessable(password, about):
        raise Refused("password_common", "Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes.")
    return password


@cache
def _common() -> frozenset[str]:
    return frozenset(_COMMON.read_text(encoding="utf-8").split())


def _is_common(password: str) -> bool:
    plain = password.casefold()
    if len(set(plain)) < _FEWEST_DIFFERENT:
        return True
    return _is_left_over(plain, sorted(_common() | set(_runs_in(plain)), key=len, reverse=True))


def _is_left_over(plain: str, words: Sequence[str]) -> bool:
    """Whether hardly anything is left once known words, and the digits and signs people add to them, are taken out."""
    return any(_left(spelling, words) < _FEWEST_LEFT for spelling in (plain, plain.translate(_LOOKALIKES)))


def _is_guessable(password: str, about: Sequence[str]) -> bool:
    """Whether a program that knows leaked passwords, words, names and this person finds it soon."""
    letters = re.sub(r"[\W\d_]", "", password.casefold())
    if any(famous in letters for famous in _FAMOUS):
        return True
    from zxcvbn import zxcvbn  # its lists of words take 13 MB

    known = [*_OURS, *about, *(part for text in about for part in re.split(r"[\W_]+", text) if part)]
    return bool(zxcvbn(password[:_LONGEST_JUDGED], user_inputs=known)["score"] < _SAFE_SCORE)


def _left(plain: str, words: Sequence[str]) -> int:
    for word in words:
        plain = plain.replace(word, " ")
    return len(re.sub(r"(19|20)\d\d|[\s\W_]", "", plain))


def _runs_in(plain: str) -> Iterator[str]:
    """Pieces of the alphabet or of the keyboard, forwards and backwards, of four characters and more."""
    for start in range(len(plain) - 3):
        end = start
        while end < len(plain) and any(plain[start : end + 1] in run for run in _RUNS):
            end += 1
        if end - start >= 4:
            yield plain[start:end]
