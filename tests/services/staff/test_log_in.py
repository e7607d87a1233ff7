"""Signing in: each step, its refusals, and what becomes of tokens."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.staff.call import Call
from services.staff.errors import WrongCredentials
from services.staff.models import Account, RecoveryCode, StaffSession
from services.staff.sign_in import sessions
from services.staff.sign_in.log_in import locked, log_in
from services.staff.sign_in.passwords import hash_password, verify_password
from services.staff.sign_in.sessions import Issued, token_hash
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import COOKIE, PASSWORD, Member, add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.staff.steps import SESSION, Desk, refusal, token_of
from tests.services.stored import stored, wait_for, waits_for_a_lock


@pytest.mark.both_databases
def test_password_and_code_sign_in(desk: Desk, member: Member) -> None:
    browser = desk.browser()
    first = desk.password(member, browser)
    assert (first.status_code, first.json()["stage"], first.json()["confirmed_until"]) == (200, "code", None)
    second = browser.post(f"{SESSION}/code", json={"code": desk.code(member)})
    assert second.status_code == 200, second.text
    assert second.json() == {
        "stage": "full",
        "has_passkey": False,
        "has_code": True,
        "mails_leave": False,
        "account": {"id": member.id, "name": "Kim Staff", "email": member.email, "role": "staff"},
        "confirmed_until": "2026-11-03T10:40:15.123456Z",
        "expires_at": "2026-11-03T11:00:15.123456Z",
    }
    assert browser.get(SESSION).json() == second.json()
    assert desk.actions() == ["staff.password_accepted", "staff.signed_in"]


def test_a_log_in_that_began_before_the_password_changed_gets_no_session(
    desk: Desk, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checking a password takes a while; in it the owner changes it, since somebody else knows it."""

    def checked(typed: str, stored_hash: str | None) -> tuple[bool, str | None]:
        found = verify_password(typed, stored_hash)
        other = hash_password("ganz andere Wörter ohne Hintersinn")
        changed = update(Account).where(Account.id == member.id).values(password_hash=other)
        desk.db.write(lambda session: session.execute(changed) and None)
        return found

    before = len(stored(desk.db, StaffSession))
    monkeypatch.setattr("services.staff.sign_in.log_in.verify_password", checked)
    call = Call(desk.db, state_of(desk.app).settings, desk.clock.now, "203.0.113.1", "Firefox", "")
    with pytest.raises(WrongCredentials):
        log_in(call, member.email, PASSWORD)
    assert len(stored(desk.db, StaffSession)) == before


def test_the_address_may_be_typed_in_any_case(desk: Desk, member: Member) -> None:
    assert desk.password(member, email=member.email.upper()).status_code == 200


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(desk: Desk, member: Member) -> None:
    (cookie,) = desk.password(member).headers.get_list("set-cookie")
    assert cookie.startswith(f"{COOKIE}=")
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert attributes == {"httponly", "path=/", "samesite=lax"}


@pytest.mark.parametrize("public_url", ["https://voltigo.example", "http://192.168.1.5:8000"])
def test_anywhere_but_on_loopback_the_cookie_needs_https(
    public_url: str, make_client: MakeClient, clock: HeldClock, member: Member
) -> None:
    browser = own_page_client(make_client(clock=clock, public_url=public_url))
    answer = browser.post(SESSION, json={"email": member.email, "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-voltigo-staff=")
    assert {"secure", "path=/"} <= {part.strip().lower() for part in cookie.split(";")[1:]}
    assert "domain" not in cookie.lower()


@pytest.mark.both_databases
def test_only_hashes_are_stored(desk: Desk, member: Member) -> None:
    browser = desk.sign_in(member)
    token = token_of(browser)
    hashes = [row["token_hash"] for row in stored(desk.db, StaffSession)]
    assert token not in hashes
    assert token_hash(token) in hashes
    assert len(token) >= 43, "256 bits"


# Wrong


@pytest.mark.parametrize(
    "who",
    [
        {"password": "nicht das richtige Passwort"},
        {"email": "niemand@voltigo.example"},
        {"email": "keine Adresse\x00"},
        {"email": ""},
        {"password": ""},
    ],
    ids=["password", "unknown", "no address", "empty address", "empty password"],
)
def test_whatever_is_wrong_the_answer_is_the_same(who: dict[str, str], desk: Desk, member: Member) -> None:
    disabled = add_member(desk.db, "staff", state="disabled", now=desk.clock.now)
    expected = desk.password(disabled)
    answer = desk.password(member, **who)
    assert refusal(answer) == (401, "wrong_credentials")
    assert answer.content == expected.content
    assert "set-cookie" not in answer.headers
    differing = {"x-request-id"}
    assert {k: v for k, v in answer.headers.items() if k not in differing} == {
        k: v for k, v in expected.headers.items() if k not in differing
    }


def test_unknown_and_invited_accounts_cost_a_hash_too(
    desk: Desk, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    from services.staff.sign_in import passwords

    checked: list[str] = []
    real = passwords._HASH.verify_and_update
    monkeypatch.setattr(passwords._HASH, "verify_and_update", lambda *given: checked.append(given[1]) or real(*given))
    invited = add_member(desk.db, state="invited", password_hash=None, now=desk.clock.now)
    for email in (member.email, "niemand@voltigo.example", invited.email, "keine Adresse"):
        assert refusal(desk.password(member, email=email, password="falsch")) == (401, "wrong_credentials")
    assert len(checked) == 4
    assert len({parameters.rpartition("$")[0].rpartition("$")[0] for parameters in checked}) == 1


def test_a_failure_is_audited_without_what_was_typed(desk: Desk, member: Member) -> None:
    desk.password(member, password="Kanarina falsch")
    desk.password(member, email="kanarina@vogelhaus.example")
    entries = [(e.actor, e.action, e.subject, e.details) for e in desk.entries()]
    assert entries == [
        ("anonymous", "staff.sign_in_failed", f"account:{member.id}", {}),
        ("anonymous", "staff.sign_in_failed", "account:unknown", {}),
    ]


@pytest.mark.both_databases
def test_text_no_database_can_hold_is_refused_in_order(desk: Desk) -> None:
    for body in (b'{"email": "\\ud800", "password": "\\ud800"}', b'{"email": "a@b.de", "password": "\\u0000\\ud800"}'):
        assert desk.browser().post(SESSION, content=body).status_code in (401, 422)


# Second step


@pytest.mark.parametrize("code", ["000000", "", "12345", "abcdef", "aaaa-bbbb-cccc", "１２３４５６", "9" * 500])
def test_a_wrong_code_is_refused(code: str, desk: Desk, member: Member) -> None:
    browser = desk.browser()
    desk.password(member, browser)
    assert refusal(browser.post(f"{SESSION}/code", json={"code": code})) == (401, "wrong_code")
    assert browser.get(SESSION).json()["stage"] == "code"
    assert desk.actions() == ["staff.password_accepted", "staff.code_failed"]


@pytest.mark.parametrize(("seconds", "status"), [(-60, 401), (-30, 200), (0, 200), (30, 200), (60, 401)])
def test_a_telephone_may_be_half_a_minute_off(seconds: int, status: int, desk: Desk, member: Member) -> None:
    browser = desk.browser()
    desk.password(member, browser)
    desk.clock.advance(seconds=seconds)
    code = desk.code(member)
    desk.clock.advance(seconds=-seconds)
    assert browser.post(f"{SESSION}/code", json={"code": code}).status_code == status


@pytest.mark.both_databases
def test_a_code_works_once(desk: Desk, member: Member) -> None:
    code = desk.code(member)
    desk.sign_in(member)
    again = desk.browser()
    desk.password(member, again)
    assert refusal(again.post(f"{SESSION}/code", json={"code": code})) == (401, "wrong_code")


def test_an_older_code_is_refused_after_a_newer_one(desk: Desk, member: Member) -> None:
    older = desk.code(member)
    desk.clock.advance(seconds=30)
    desk.sign_in(member)
    again = desk.browser()
    desk.password(member, again)
    assert refusal(again.post(f"{SESSION}/code", json={"code": older})) == (401, "wrong_code")


@pytest.mark.both_databases
def test_of_many_log_ins_with_one_code_at_once_one_succeeds(desk: Desk, member: Member) -> None:
    browsers = [desk.browser() for _ in range(6)]
    for browser in browsers:
        desk.password(member, browser)
    code = {"code": desk.code(member)}
    with ThreadPoolExecutor(6) as pool:
        statuses = list(pool.map(lambda browser: browser.post(f"{SESSION}/code", json=code).status_code, browsers))
    assert sorted(statuses) == [200, 401, 401, 401, 401, 401]


@pytest.mark.both_databases
def test_a_recovery_code_works_once_and_its_use_is_told(desk: Desk) -> None:
    member, browser = desk.add()
    codes = browser.post(f"{SESSION}/recovery-codes").json()["recovery_codes"]
    assert len(set(codes)) == 10
    typed = codes[0].upper().replace("-", " ")
    for status in (200, 401):
        other = desk.browser()
        desk.password(member, other)
        assert other.post(f"{SESSION}/code", json={"code": typed}).status_code == status
    assert len(stored(desk.db, RecoveryCode)) == 9
    assert [(to, values["topic"], values["left"]) for to, values in desk.mails()] == [
        (member.email, "recovery_codes_renewed", 0),
        (member.email, "recovery_code_used", 9),
    ]
    assert "staff.recovery_code_used" in desk.actions()
    assert codes[1] not in str(stored(desk.db, RecoveryCode))


def test_the_recovery_code_of_somebody_else_is_refused(desk: Desk, member: Member) -> None:
    _, other = desk.add()
    (code, *_) = other.post(f"{SESSION}/recovery-codes").json()["recovery_codes"]
    browser = desk.browser()
    desk.password(member, browser)
    assert refusal(browser.post(f"{SESSION}/code", json={"code": code})) == (401, "wrong_code")


def test_a_half_finished_log_in_opens_nothing_and_runs_out(desk: Desk, member: Member) -> None:
    browser = desk.browser()
    desk.password(member, browser)
    assert refusal(browser.get("/api/staff/sessions")) == (401, "signed_out")
    for path in ("enrolment", "enrolment/confirm"):
        assert refusal(browser.post(f"{SESSION}/{path}", json={"code": "1"})) == (409, "wrong_stage")
    desk.clock.advance(minutes=15)
    assert refusal(browser.post(f"{SESSION}/code", json={"code": desk.code(member)})) == (401, "signed_out")


# Tokens


def test_each_step_gives_a_new_token_and_ends_the_old(desk: Desk, member: Member) -> None:
    browser = desk.browser()
    desk.password(member, browser)
    first = token_of(browser)
    browser.post(f"{SESSION}/code", json={"code": desk.code(member)})
    second = token_of(browser)
    desk.clock.advance(seconds=30)
    browser.post(f"{SESSION}/confirm", json={"password": PASSWORD, "code": desk.code(member)})
    third = token_of(browser)
    assert len({first, second, third}) == 3
    statuses = [desk.browser(token).get(SESSION).status_code for token in (first, second, third)]
    assert statuses == [401, 401, 200]


def test_a_token_somebody_planted_is_never_taken_over(desk: Desk, member: Member) -> None:
    planted = "planted-by-an-attacker-" + "x" * 20
    browser = desk.browser(planted)
    desk.password(member, browser)
    browser.post(f"{SESSION}/code", json={"code": desk.code(member)})
    assert browser.get(SESSION).json()["stage"] == "full"
    assert refusal(desk.browser(planted).get(SESSION)) == (401, "signed_out")


def test_the_session_of_an_attacker_does_not_become_the_victims(desk: Desk, member: Member) -> None:
    attacker, browser = desk.add("marketing")
    desk.password(member, browser)
    assert refusal(desk.browser(attacker.token).get(SESSION)) == (401, "signed_out")


def test_a_stolen_token_is_worth_nothing_after_log_out(desk: Desk, member: Member) -> None:
    browser = desk.sign_in(member)
    stolen = token_of(browser)
    left = browser.delete(SESSION)
    assert (left.status_code, left.headers["clear-site-data"]) == (204, '"cache"')
    assert refusal(desk.browser(stolen).get(SESSION)) == (401, "signed_out")
    assert desk.actions()[-1] == "staff.signed_out"


@pytest.mark.both_databases
def test_two_steps_from_one_token_at_once_leave_one_session(desk: Desk, member: Member) -> None:
    token = token_of(desk.sign_in(member))
    desk.clock.advance(seconds=30)
    older = desk.code(member)
    desk.clock.advance(seconds=30)
    bodies = [{"password": PASSWORD, "code": code} for code in (older, desk.code(member))]

    def confirm(body: dict[str, Any]) -> int:
        return desk.browser(token).post(f"{SESSION}/confirm", json=body).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(confirm, bodies)) == [200, 401]


@pytest.mark.both_databases
def test_a_use_that_is_noted_while_a_step_renews_the_session_waits_its_turn(desk: Desk, member: Member) -> None:
    """On PostgreSQL both write at once: locked in another order, each would wait for the other."""
    db, now = desk.db, desk.clock.now
    with db.read() as session:
        presence = sessions.find(session, member.token, state_of(desk.app).settings, now)
    assert presence is not None
    noted: list[Future[None]] = []

    def renew(session: Session) -> Issued:
        locked(session, member.id)
        noted.append(pool.submit(db.write, lambda other: sessions.note_seen(other, presence, now)))
        if not db.is_sqlite:  # where the other one cannot even begin
            wait_for(lambda: waits_for_a_lock(db))
        return sessions.carry_on(session, presence, now, is_confirmed=True)

    with ThreadPoolExecutor(1) as pool:
        renewed = db.write(renew)
    assert [one.exception() for one in noted] == [None]
    assert desk.browser(renewed.token).get(SESSION).status_code == 200


# Time


def test_an_idle_session_ends_after_half_an_hour(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    desk.clock.advance(minutes=29)
    assert browser.get(SESSION).status_code == 200
    desk.clock.advance(minutes=29, seconds=59)
    assert browser.get(SESSION).status_code == 200
    desk.clock.advance(minutes=30)
    assert refusal(browser.get(SESSION)) == (401, "signed_out")


def test_a_page_that_looks_for_news_by_itself_keeps_no_session_alive(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    for _ in range(29):
        desk.clock.advance(minutes=1)
        assert browser.get(SESSION, headers={"Voltigo-Unattended": "1"}).status_code == 200
    desk.clock.advance(minutes=1)
    assert refusal(browser.get(SESSION, headers={"Voltigo-Unattended": "1"})) == (401, "signed_out")


def test_no_session_outlives_twelve_hours(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    for _ in range(47):
        desk.clock.advance(minutes=15)
        assert browser.get(SESSION).status_code == 200
    assert browser.get(SESSION).json()["expires_at"] == "2026-11-03T22:30:15.123456Z"
    desk.clock.advance(minutes=15)
    assert refusal(browser.get(SESSION)) == (401, "signed_out")


def test_reading_notes_its_use_at_most_once_a_minute(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    seen = []
    for seconds in (59, 1, 30):
        desk.clock.advance(seconds=seconds)
        assert browser.get(SESSION).status_code == 200
        (row,) = stored(desk.db, StaffSession)
        seen.append((row["last_seen_at"] - row["created_at"]).total_seconds())
    assert seen == [0, 60, 60]


@pytest.mark.both_databases
def test_sessions_and_links_that_ran_out_are_forgotten_hourly(desk: Desk, member: Member) -> None:
    from services.jobs.registry import all_jobs
    from tests.fixtures.staff import state_of

    (job,) = [j for j in all_jobs(state_of(desk.app).settings, desk.db, desk.clock) if j.name == "forget"]
    job.run()
    assert len(stored(desk.db, StaffSession)) == 1
    desk.clock.advance(minutes=30)
    job.run()
    assert stored(desk.db, StaffSession) == []


# The demonstration


def test_a_waived_second_factor_counts_in_the_demonstration_only(
    make_client: MakeClient, clock: HeldClock, db: Database
) -> None:
    local, demo = make_client(clock=clock), make_client(clock=clock, environment="demo")
    member = add_member(db, "admin", totp_seed=None, second_factor_waived=True, now=clock.now)
    body = {"email": member.email, "password": PASSWORD}
    assert own_page_client(local).post(SESSION, json=body).json()["stage"] == "enrol"
    browser = own_page_client(demo)
    assert browser.post(SESSION, json=body).json()["stage"] == "full"
    confirmed = browser.post(f"{SESSION}/confirm", json={"password": PASSWORD, "code": ""})
    assert confirmed.json()["stage"] == "full"
    token = token_of(browser)
    assert own_page_client(demo, token).get("/api/staff/accounts").status_code == 200
    assert own_page_client(local, token).get(SESSION).json()["stage"] == "enrol"
    assert refusal(own_page_client(local, token).get("/api/staff/accounts")) == (401, "signed_out")
