"""Signing in with a passkey alone, in place of a code, and confirming with one."""

import pytest

from services.staff.models import Account, StaffSession
from tests.services.staff.passkeys.authenticator import Authenticator
from tests.services.staff.passkeys.steps import PASSKEYS, Keeper
from tests.services.staff.steps import SESSION, refusal, token_of
from tests.services.stored import stored


@pytest.mark.both_databases
def test_a_passkey_alone_signs_in(keeper: Keeper) -> None:
    keeper.desk.clock.advance(minutes=1)
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    assert question["known"] == [], "the page knows no account yet"
    answer = browser.post(f"{SESSION}/passkey", json=keeper.key.sign(question))
    assert answer.status_code == 200, answer.text
    assert (answer.json()["stage"], answer.json()["account"]["id"]) == ("full", keeper.member.id)
    assert answer.json()["confirmed_until"] == "2026-11-03T10:41:15.123456Z"
    assert browser.get(SESSION).json() == answer.json()
    assert keeper.desk.actions() == ["staff.passkey_added", "staff.passkey_used", "staff.signed_in"]
    assert keeper.listed()[0]["last_used_at"] == "2026-11-03T10:31:15.123456Z"


@pytest.mark.both_databases
def test_after_the_password_a_passkey_takes_the_place_of_the_code(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    first = keeper.desk.password(keeper.member, browser)
    assert (first.json()["stage"], first.json()["has_passkey"]) == ("code", True)
    before = token_of(browser)
    question = browser.post(f"{SESSION}/own-passkeys/options").json()
    assert [one["credential_id"] for one in question["known"]] == [keeper.key.id]
    answer = browser.post(f"{SESSION}/code/passkey", json=keeper.key.sign(question))
    assert (answer.status_code, answer.json()["stage"]) == (200, "full")
    assert token_of(browser) != before
    assert refusal(keeper.desk.browser(before).get(SESSION)) == (401, "signed_out")
    assert keeper.desk.actions()[-2:] == ["staff.passkey_used", "staff.signed_in"]


@pytest.mark.both_databases
def test_a_passkey_confirms_what_is_sensitive(keeper: Keeper) -> None:
    keeper.desk.clock.advance(minutes=10)
    assert refusal(keeper.browser.post(f"{PASSKEYS}/options")) == (403, "confirmation_required")
    before = token_of(keeper.browser)
    answer = keeper.confirm(keeper.browser)
    assert answer.status_code == 200, answer.text
    assert answer.json()["confirmed_until"] == "2026-11-03T10:50:15.123456Z"
    assert token_of(keeper.browser) != before
    assert keeper.browser.post(f"{PASSKEYS}/options").status_code == 200
    assert keeper.desk.actions()[-2:] == ["staff.passkey_used", "staff.confirmed"]


def test_a_key_chosen_from_a_list_need_not_name_its_account(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    keeper.desk.password(keeper.member, browser)
    question = browser.post(f"{SESSION}/own-passkeys/options").json()
    body = {**keeper.key.sign(question), "user_handle": None}
    assert browser.post(f"{SESSION}/code/passkey", json=body).status_code == 200


def test_a_keyless_counter_of_a_password_manager_is_no_alarm(keeper: Keeper) -> None:
    synced = Authenticator(counter=None)
    assert keeper.add(synced).status_code == 200
    for _ in range(3):
        assert keeper.sign_in(key=synced).status_code == 200


def test_a_log_in_in_a_new_browser_is_told_and_makes_it_known(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    assert keeper.sign_in(browser).status_code == 200
    assert "voltigo-device" in browser.cookies
    topics = lambda: [values["topic"] for _, values in keeper.desk.mails()]  # noqa: E731
    before = topics().count("new_device")
    assert keeper.sign_in(browser).status_code == 200
    assert topics().count("new_device") == before
    assert keeper.sign_in().status_code == 200
    assert topics().count("new_device") == before + 1


def test_the_session_of_the_browser_is_replaced(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    keeper.sign_in(browser)
    before, sessions = token_of(browser), len(stored(keeper.desk.db, StaffSession))
    keeper.sign_in(browser)
    assert token_of(browser) != before
    assert len(stored(keeper.desk.db, StaffSession)) == sessions
    assert refusal(keeper.desk.browser(before).get(SESSION)) == (401, "signed_out")


def test_wrong_codes_of_a_guesser_do_not_keep_the_passkey_out(keeper: Keeper) -> None:
    guesser = keeper.desk.browser()
    for _ in range(6):
        keeper.desk.password(keeper.member, guesser)
        guesser.post(f"{SESSION}/code", json={"code": "000000"})
    (account,) = [row for row in stored(keeper.desk.db, Account) if row["id"] == keeper.member.id]
    assert account["code_failures"] >= 5
    assert keeper.sign_in().status_code == 200


@pytest.mark.parametrize("step", ["code", "confirm"])
def test_each_step_has_its_stage(step: str, keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    keeper.desk.password(keeper.member, browser)
    wrong = keeper.browser if step == "code" else browser
    question = wrong.post(f"{SESSION}/own-passkeys/options").json()
    answer = wrong.post(f"{SESSION}/{step}/passkey", json=keeper.key.sign(question))
    assert answer.status_code == (409 if step == "code" else 401)


def test_who_has_no_passkey_is_not_asked_for_one(keeper: Keeper) -> None:
    member, browser = keeper.desk.add()
    assert browser.get(SESSION).json()["has_passkey"] is False
    assert refusal(browser.post(f"{SESSION}/own-passkeys/options")) == (404, "not_found")
    assert keeper.desk.password(member).json()["has_passkey"] is False


def test_a_stranger_is_asked_the_same_as_everybody(keeper: Keeper) -> None:
    first, second = (keeper.desk.browser().post(f"{SESSION}/passkey/options").json() for _ in range(2))
    assert first.pop("challenge") != second.pop("challenge")
    assert first == second == {"rp_id": "localhost", "timeout_ms": 300_000, "known": []}
