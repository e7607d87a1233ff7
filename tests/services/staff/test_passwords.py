"""Which passwords are refused, and how the others are kept."""

import os
import sys
import threading

import pytest
from argon2 import extract_parameters
from pwdlib.hashers.argon2 import Argon2Hasher
from starlette.testclient import TestClient

from services.core.fields import Refused
from services.staff.sign_in import passwords
from services.staff.sign_in.passwords import hash_password, read_new_password, verify_password
from tests.fixtures.staff import OWN_PAGE, PRODUCT_HASH

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
        *(
            (password, "password_common")
            for password in (
                "qazwsxedcrfv",
                "zaq12wsxcde3",
                "147258369147",
                "unbelievable",
                "iloveyouforever",
                "manchesterunited",
                "playstation3",
                "bismillah123",
                "juventus1897",
                "rammstein1994",
                "correct horse battery staple",
                "Correct-Horse-Battery-Staple7",
                "Photovoltaik2026",
                "solaranlage1",
                "footballfootball",
                "liverpool12345",
                "michaeljordan23",
                "iloveyouiloveyouiloveyou",
                "abcabcabcabcabcabcabcabcabcabcabcabcabcabc",
                "passwordpasswordpasswordpasswordpassword",
                "qwertyuiopqwertyuiopqwertyuiopqwertyuiop",
            )
        ),
    ],
)
def test_what_anybody_would_try_first_is_refused(password: object, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_new_password(password, ABOUT)
    assert refusal.value.code == code


def test_hashes_are_argon2id_with_19_mib_and_two_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_HASH", PRODUCT_HASH)
    parameters = extract_parameters(hash_password("Fahrrad Lampe Kirsche"))
    assert parameters.type.name == "ID"
    assert (parameters.memory_cost, parameters.time_cost, parameters.parallelism) == (19_456, 2, 1)
    assert parameters.salt_len >= 16
    assert hash_password("Fahrrad Lampe Kirsche") != hash_password("Fahrrad Lampe Kirsche")


def test_a_hash_of_other_parameters_is_made_anew() -> None:
    old = Argon2Hasher(memory_cost=16, time_cost=1, parallelism=1).hash("Fahrrad Lampe Kirsche")
    is_right, renewed = verify_password("Fahrrad Lampe Kirsche", old)
    assert is_right
    assert renewed is not None
    assert verify_password("Fahrrad Lampe Kirsche", renewed) == (True, None)
    assert verify_password("falsch", old) == (False, None)


def test_umlauts_count_the_same_however_a_keyboard_writes_them() -> None:
    stored = hash_password("Grüne Wiese im Mai")
    assert verify_password("Gru\u0308ne Wiese im Mai", stored)[0]


def test_a_password_counts_whole_and_as_it_was_typed() -> None:
    longest = ("Fahrrad Lampe Kirsche Mond " * 5)[:127] + "x"
    assert read_new_password(longest, ABOUT) == longest
    stored = hash_password(longest)
    assert verify_password(longest, stored)[0]
    for other in (longest[:-1] + "y", longest[:-1], longest.lower(), f" {longest}", f"{longest} "):
        assert not verify_password(other, stored)[0], other


def test_without_a_stored_hash_the_answer_is_no() -> None:
    assert verify_password("the password of nobody", None) == (False, None)


def test_two_compute_eight_wait_and_the_next_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the two take: a refused caller has waited for nothing."""
    release, running, most = threading.Event(), threading.Semaphore(0), list[str]()

    def slow(_password: str) -> str:
        running.release()
        release.wait()
        return "hash"

    def knock() -> None:
        try:
            most.append(hash_password("x"))
        except passwords.Busy as busy:
            most.append(busy.headers["Retry-After"])
            refused.release()

    refused = threading.Semaphore(0)
    monkeypatch.setattr(passwords._HASH, "hash", slow)
    threads = [threading.Thread(target=knock) for _ in range(60)]
    for thread in threads:
        thread.start()
    for semaphore, count in ((running, 2), (refused, 50)):
        for _ in range(count):
            assert semaphore.acquire(timeout=60)
    assert not running.acquire(blocking=False), "a third is computed"
    assert most == ["5"] * 50
    release.set()
    for thread in threads:
        thread.join()
    assert most[50:] == ["hash"] * 10
    assert hash_password("x") == "hash"


def test_a_flood_of_log_ins_leaves_threads_for_everybody_else(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many log-ins as the server has threads, and not one of them ends before the page's call is answered."""
    release, refused = threading.Event(), threading.Semaphore(0)
    monkeypatch.setattr(passwords._HASH, "verify_and_update", lambda *_: (release.wait(), None))
    answers: list[int] = []

    def log_in() -> None:
        body = {"email": "a@voltigo.example", "password": "x"}
        answers.append(client.post("/api/staff/session", json=body, headers=OWN_PAGE).status_code)
        refused.release()

    threads = [threading.Thread(target=log_in) for _ in range(45)]
    for thread in threads:
        thread.start()
    for _ in range(35):
        assert refused.acquire(timeout=60)
    assert client.get("/api/parks").status_code == 200
    assert answers == [503] * 35
    release.set()
    for thread in threads:
        thread.join()
    assert answers[35:] == [401] * 10


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has a priority of each thread")
def test_hashes_are_computed_where_others_come_first() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert passwords._computed(niceness) == 15 > niceness()
