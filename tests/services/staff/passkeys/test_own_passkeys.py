"""Passkeys of one's own account: added, listed, renamed, removed, and what an administrator's reset does to them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from services.staff.passkeys.models import Passkey, PasskeyChallenge
from services.staff.passkeys.own_passkeys import MOST
from services.staff.sign_in.sessions import token_hash
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import PASSWORD, add_member
from tests.services.held_clock import HeldClock
from tests.services.staff.passkeys.authenticator import ORIGIN, Authenticator
from tests.services.staff.passkeys.steps import PASSKEYS, Keeper
from tests.services.staff.steps import SESSION, Desk, refusal
from tests.services.stored import stored


@pytest.mark.both_databases
def test_a_passkey_is_added_listed_renamed_and_removed(keeper: Keeper) -> None:
    browser = keeper.browser
    assert keeper.add(Authenticator(), "Reserveschlüssel").status_code == 200
    first, second = keeper.listed()
    assert (first["name"], first["created_at"], first["last_used_at"]) == (
        "Mein Schlüssel",
        "2026-11-03T10:30:15.123456Z",
        None,
    )
    answer = browser.patch(f"{PASSKEYS}/{second['id']}", json={"name": "  YubiKey im Tresor "})
    assert answer.json()["name"] == "YubiKey im Tresor"
    assert browser.delete(f"{PASSKEYS}/{first['id']}").status_code == 204
    assert [row["name"] for row in keeper.listed()] == ["YubiKey im Tresor"]
    assert keeper.desk.actions() == [
        "staff.passkey_added",
        "staff.passkey_added",
        "staff.passkey_renamed",
        "staff.passkey_removed",
    ]
    told = [(to, values["topic"], values["passkey"]) for to, values in keeper.desk.mails()]
    assert told == [
        (keeper.member.email, "passkey_added", "Mein Schlüssel"),
        (keeper.member.email, "passkey_added", "Reserveschlüssel"),
        (keeper.member.email, "passkey_removed", "Mein Schlüssel"),
    ]
    assert "Schlüssel" not in str([entry.details for entry in keeper.desk.entries()]), "names stay out of the log"


def test_the_browser_is_asked_for_a_discoverable_passkey_of_this_host(keeper: Keeper) -> None:
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    assert invitation["rp_id"] == "localhost"
    assert invitation["user_name"] == keeper.member.email
    assert invitation["timeout_ms"] == 300_000
    assert invitation["known"] == [{"credential_id": keeper.key.id, "transports": ["internal", "hybrid"]}]
    assert len(invitation["challenge"]) == 43, "256 bits"
    assert invitation["user_handle"] == keeper.key.user_handle, "one handle for all passkeys of an account"
    other = keeper.desk.browser(add_member(keeper.desk.db, now=keeper.desk.clock.now).token)
    assert other.post(f"{PASSKEYS}/options").json()["user_handle"] != keeper.key.user_handle


def test_names_are_suggested_from_the_browser_and_never_twice(keeper: Keeper) -> None:
    headers = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0"}
    suggested = lambda: keeper.browser.get(PASSKEYS, headers=headers).json()["suggested_name"]  # noqa: E731
    assert suggested() == "Firefox auf Windows"
    keeper.add(Authenticator(), "Firefox auf Windows")
    keeper.add(Authenticator(), "Firefox auf Windows 2")
    assert suggested() == "Firefox auf Windows 3"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, None])
def test_a_passkey_needs_a_name(name: str | None, keeper: Keeper) -> None:
    (row,) = keeper.listed()
    answer = keeper.browser.patch(f"{PASSKEYS}/{row['id']}", json={"name": name})
    assert refusal(answer) == (422, "validation")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["name"]


def test_adding_and_removing_need_a_recent_confirmation(keeper: Keeper) -> None:
    (row,) = keeper.listed()
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    keeper.desk.clock.advance(minutes=10)
    for answer in (
        keeper.browser.post(f"{PASSKEYS}/options"),
        keeper.browser.post(PASSKEYS, json=Authenticator().make(invitation)),
        keeper.browser.delete(f"{PASSKEYS}/{row['id']}"),
    ):
        assert refusal(answer) == (403, "confirmation_required")
    body = {"password": PASSWORD, "code": keeper.desk.code(keeper.member)}
    assert keeper.browser.post(f"{SESSION}/confirm", json=body).status_code == 200
    assert keeper.browser.delete(f"{PASSKEYS}/{row['id']}").status_code == 204


@pytest.mark.both_databases
def test_what_belongs_to_others_is_not_found(keeper: Keeper) -> None:
    (row,) = keeper.listed()
    _, other = keeper.desk.add()
    assert refusal(other.delete(f"{PASSKEYS}/{row['id']}")) == (404, "not_found")
    assert refusal(other.patch(f"{PASSKEYS}/{row['id']}", json={"name": "Meiner"})) == (404, "not_found")
    assert keeper.listed() == [row]
    assert refusal(keeper.browser.delete(f"{PASSKEYS}/{row['id'] + 1}")) == (404, "not_found")


@pytest.mark.both_databases
def test_a_passkey_belongs_to_one_account(keeper: Keeper) -> None:
    assert refusal(keeper.add(keeper.key)) == (409, "passkey_known")
    member, browser = keeper.desk.add()
    thief = Keeper(keeper.desk, member, browser, keeper.key)
    assert refusal(thief.add(keeper.key)) == (409, "passkey_known")
    assert len(stored(keeper.desk.db, Passkey)) == 1


def test_an_account_has_twenty_at_most(keeper: Keeper) -> None:
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    row = stored(keeper.desk.db, Passkey)[0]
    more = [{**row, "id": number, "credential_id": f"c{number}"} for number in range(100, 99 + MOST)]
    keeper.desk.db.write(lambda session: session.execute(Passkey.__table__.insert(), more) and None)
    assert len(keeper.listed()) == MOST
    assert refusal(keeper.browser.post(PASSKEYS, json=Authenticator().make(invitation))) == (409, "too_many_passkeys")
    assert refusal(keeper.browser.post(f"{PASSKEYS}/options")) == (409, "too_many_passkeys")


def test_removing_one_ends_every_other_session(keeper: Keeper) -> None:
    elsewhere = keeper.desk.browser()
    assert keeper.sign_in(elsewhere).status_code == 200
    keeper.browser.delete(f"{PASSKEYS}/{keeper.listed()[0]['id']}")
    assert refusal(elsewhere.get(SESSION)) == (401, "signed_out")
    assert keeper.browser.get(SESSION).status_code == 200
    assert refusal(keeper.sign_in()) == (401, "passkey_refused")


def test_the_authenticator_app_stays_when_the_last_passkey_goes(keeper: Keeper) -> None:
    keeper.browser.delete(f"{PASSKEYS}/{keeper.listed()[0]['id']}")
    assert keeper.listed() == []
    assert keeper.desk.sign_in(keeper.member).get(SESSION).json()["stage"] == "full"


@pytest.mark.both_databases
def test_a_reset_of_the_second_factor_removes_the_passkeys(keeper: Keeper) -> None:
    _, admin = keeper.desk.add()
    assert admin.post(f"/api/staff/accounts/{keeper.member.id}/reset-totp").status_code == 200
    assert stored(keeper.desk.db, Passkey) == []
    assert refusal(keeper.sign_in()) == (401, "passkey_refused")
    entry = next(one for one in keeper.desk.entries() if one.action == "staff.second_factor_reset")
    assert entry.details == {"passkeys_removed": 1}


def test_the_session_says_whether_there_is_one(keeper: Keeper) -> None:
    assert keeper.browser.get(SESSION).json()["has_passkey"] is True
    keeper.browser.delete(f"{PASSKEYS}/{keeper.listed()[0]['id']}")
    assert keeper.browser.get(SESSION).json()["has_passkey"] is False


@pytest.mark.both_databases
def test_of_two_answers_to_one_challenge_one_counts(keeper: Keeper) -> None:
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    bodies = [Authenticator().make(invitation) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(lambda body: keeper.browser.post(PASSKEYS, json=body).status_code, bodies))
    assert statuses == [200, 409]
    assert len(keeper.listed()) == 2


@pytest.mark.both_databases
def test_challenges_are_stored_as_hashes_and_swept(keeper: Keeper) -> None:
    from services.staff.passkeys.challenges import forget_expired

    challenge = keeper.browser.post(f"{PASSKEYS}/options").json()["challenge"]
    keeper.desk.browser().post(f"{SESSION}/passkey/options")
    hashes = [row["challenge_hash"] for row in stored(keeper.desk.db, PasskeyChallenge)]
    assert len(hashes) == 2
    assert token_hash(challenge) in hashes
    now = keeper.desk.clock.now
    assert keeper.desk.db.write(lambda session: forget_expired(session, now)) == 0
    assert keeper.desk.db.write(lambda session: forget_expired(session, now + timedelta(minutes=5))) == 2


@pytest.mark.both_databases
def test_the_end_of_a_session_ends_its_challenges(keeper: Keeper) -> None:
    keeper.browser.post(f"{PASSKEYS}/options")
    assert keeper.browser.request("DELETE", SESSION, json={}).status_code == 204
    assert stored(keeper.desk.db, PasskeyChallenge) == []


@pytest.mark.parametrize("public_url", ["http://127.0.0.1:8000", "https://192.0.2.7", "http://voltigo.example"])
def test_where_browsers_offer_none_it_says_so(
    public_url: str, make_client: MakeClient, clock: HeldClock, desk: Desk
) -> None:
    elsewhere = Desk(make_client(clock=clock, rate_limits="off", public_url=public_url), desk.db, clock)
    assert elsewhere.browser().get("/api/staff/setup").json()["passkeys_at"] is None
    assert refusal(elsewhere.browser().post(f"{SESSION}/passkey/options")) == (404, "passkeys_unavailable")
    if public_url.startswith("http://127"):
        _, browser = elsewhere.add()
        assert browser.get(PASSKEYS).json()["works_at"] is None
        assert refusal(browser.post(f"{PASSKEYS}/options")) == (404, "passkeys_unavailable")
    assert desk.browser().get("/api/staff/setup").json()["passkeys_at"] == ORIGIN
