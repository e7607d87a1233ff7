"""Which passwords are refused, and how the others are kept."""

import threading

import pytest
from argon2 import extract_parameters
from pwdlib.hashers.argon2 import Argon2Hasher

from services.core.fields import Refused
from services.staff import passwords
from services.staff.passwords import hash_password, read_new_password, verify_password

ABOUT = ("Änne Müller-Lüdenscheidt", "aenne.mueller")


@pytest.mark.parametrize(
    "password",
    [
        "Fahrrad Lampe Kirsche Mond",
        "correct horse battery",
        "k7#Qp2!vXz9$Lm",
        "meine Katze frisst gern Thunfisch",
        "Änne isst heute drei Birnen",
        "пароль из кириллицы",
        "x" * 3 + "abcdefg hijk ein langer Satz",
        "ein Satz über Solarstrom aus Ingolstadt und wie er zu uns kommt",
        "A" * 20 + "bcdefg hijk Wolke Sieben Neun",
    ],
)
def test_anything_long_and_unexpected_may_be_chosen(password: str) -> None:
    assert read_new_password(password, ABOUT) == password


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("elf Zeichen", "too_short"),
        ("a b" * 43, "too_long"),
        ("aaaaaaaaaaaa", "password_common"),
        ("abababababab", "password_common"),
        ("123456789012", "password_common"),
        ("qwertzuiopasdf", "password_common"),
        ("qwertyuiop12", "password_common"),
        ("Passwort1234!", "password_common"),
        ("P@ssw0rd2026!", "password_common"),
        ("Sommer2026!!!", "password_common"),
        ("Willkommen2026", "password_common"),
        ("passwordpassword", "password_common"),
        ("abcdefghijkl", "password_common"),
        ("Voltigo-2026-Voltigo", "password_context"),
        ("voltigoadmin1", "password_context"),
        ("AnneMueller1985", "password_context"),
        ("poiuztrewq4321", "password_common"),
        ("Änne Müller-Lüdenscheidt", "password_context"),
        ("aenne.mueller99", "password_context"),
        (123456789012, "wrong_type"),
    ],
)
def test_what_anybody_would_try_first_is_refused(password: object, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_new_password(password, ABOUT)
    assert refusal.value.code == code


def test_hashes_are_argon2id_with_19_mib_and_two_passes() -> None:
    parameters = extract_parameters(hash_password("Fahrrad Lampe Kirsche"))
    assert parameters.type.name == "ID"
    assert (parameters.memory_cost, parameters.time_cost, parameters.parallelism) == (19_456, 2, 1)
    assert parameters.salt_len >= 16
    assert hash_password("Fahrrad Lampe Kirsche") != hash_password("Fahrrad Lampe Kirsche")


def test_a_hash_of_other_parameters_is_made_anew() -> None:
    old = Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1).hash("Fahrrad Lampe Kirsche")
    is_right, renewed = verify_password("Fahrrad Lampe Kirsche", old)
    assert is_right
    assert renewed is not None
    assert verify_password("Fahrrad Lampe Kirsche", renewed) == (True, None)
    assert verify_password("falsch", old) == (False, None)


def test_umlauts_count_the_same_however_a_keyboard_writes_them() -> None:
    stored = hash_password("Grüne Wiese im Mai")
    assert verify_password("Gru\u0308ne Wiese im Mai", stored)[0]


def test_without_a_stored_hash_the_answer_is_no() -> None:
    assert verify_password("the password of nobody", None) == (False, None)


def test_at_most_two_are_computed_at_a_time_and_nobody_waits_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that take long hold both turns; a third is told to come back."""
    release, running = threading.Event(), threading.Semaphore(0)

    def slow(_password: str) -> str:
        running.release()
        release.wait()
        return "hash"

    monkeypatch.setattr(passwords._HASH, "hash", slow)
    monkeypatch.setattr(passwords, "_LONGEST_WAIT_SECONDS", 0.05)
    threads = [threading.Thread(target=hash_password, args=("x",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert running.acquire(timeout=60)
    with pytest.raises(passwords.Busy):
        hash_password("x")
    release.set()
    for thread in threads:
        thread.join()
    assert hash_password("x") == "hash"
