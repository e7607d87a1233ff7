"""Answers of passkeys that are not what was asked for: each is refused, by the same sentence, and leaves its mark."""

import base64
import random
from typing import Any

import cbor2
import pytest

from services.core.http.errors import Problem
from services.staff.passkeys.errors import ChallengeGone, PasskeyNotCreated, PasskeyRefused
from services.staff.passkeys.models import Passkey
from services.staff.passkeys.relying_party import relying_party
from tests.fixtures.proved import proved
from tests.services.staff.passkeys.authenticator import Authenticator, bytes_of, text_of
from tests.services.staff.passkeys.steps import PASSKEYS, Keeper
from tests.services.staff.steps import SESSION, refusal
from tests.services.stored import stored

REFUSED = (401, "passkey_refused")
UNTRUE: dict[str, dict[str, Any]] = {
    "wrong origin": {"origin": "https://voltigo.example.evil.example"},
    "origin of another port": {"origin": "http://localhost:8001"},
    "origin in capitals": {"origin": "HTTP://LOCALHOST:8000"},
    "wrong host": {"rp_id": "voltigo.example"},
    "user not verified": {"is_verified": False},
    "user not present": {"is_present": False},
    "framed by another site": {"more": {"crossOrigin": True}},
    "framed, with the top named": {"more": {"topOrigin": "https://evil.example"}},
}
SIGNED_ONLY: dict[str, dict[str, Any]] = {"made, not used": {"kind": "webauthn.create"}}
MADE_ONLY: dict[str, dict[str, Any]] = {"used, not made": {"kind": "webauthn.get"}}


@pytest.mark.parametrize("lies", [*UNTRUE.values(), *SIGNED_ONLY.values()], ids=[*UNTRUE, *SIGNED_ONLY])
def test_an_untrue_answer_signs_nobody_in(lies: dict[str, Any], keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    assert refusal(keeper.sign_in(browser, **lies)) == REFUSED
    assert refusal(browser.get(SESSION)) == (401, "signed_out")
    keeper.desk.password(keeper.member, browser)
    assert refusal(keeper.enter(browser, **lies)) == REFUSED
    assert browser.get(SESSION).json()["stage"] == "code"
    assert refusal(keeper.confirm(keeper.browser, **lies)) == REFUSED
    assert keeper.sign_in().status_code == 200, "the passkey itself is as good as before"


@pytest.mark.parametrize("lies", [*UNTRUE.values(), *MADE_ONLY.values()], ids=[*UNTRUE, *MADE_ONLY])
def test_an_untrue_new_passkey_is_not_taken(lies: dict[str, Any], keeper: Keeper) -> None:
    answer = keeper.add(Authenticator(), **lies)
    assert answer.status_code in (401, 422)
    assert answer.json()["code"] in ("passkey_not_created", "passkey_refused")
    assert len(keeper.listed()) == 1


@pytest.mark.parametrize("part", ["signature", "authenticator_data", "client_data"])
def test_a_changed_answer_is_refused(part: str, keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    body = keeper.key.sign(question)
    content = bytearray(bytes_of(body[part]))
    content[-2] ^= 1
    answer = browser.post(f"{SESSION}/passkey", json={**body, part: text_of(bytes(content))})
    assert refusal(answer) == REFUSED


def test_the_signature_of_another_key_is_refused(keeper: Keeper) -> None:
    forger = Authenticator()
    forger.credential, forger.user_handle = keeper.key.credential, keeper.key.user_handle
    assert refusal(keeper.sign_in(key=forger)) == REFUSED


@pytest.mark.both_databases
def test_an_answer_counts_once(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    body = keeper.key.sign(question)
    assert browser.post(f"{SESSION}/passkey", json=body).status_code == 200
    thief = keeper.desk.browser()
    assert refusal(thief.post(f"{SESSION}/passkey", json=body)) == (409, "passkey_expired")
    later = keeper.key.sign(question)
    assert refusal(thief.post(f"{SESSION}/passkey", json=later)) == (409, "passkey_expired"), "the challenge is used up"


def test_a_refused_answer_uses_the_challenge_up_too(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    assert refusal(browser.post(f"{SESSION}/passkey", json=keeper.key.sign(question, is_verified=False))) == REFUSED
    answer = browser.post(f"{SESSION}/passkey", json=keeper.key.sign(question))
    assert refusal(answer) == (409, "passkey_expired")


@pytest.mark.both_databases
@pytest.mark.parametrize("seconds", [299, 300])
def test_a_challenge_lasts_five_minutes(seconds: int, keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    keeper.desk.clock.advance(seconds=seconds)
    made = keeper.browser.post(PASSKEYS, json=Authenticator().make(invitation))
    signed = browser.post(f"{SESSION}/passkey", json=keeper.key.sign(question))
    if seconds < 300:
        assert (made.status_code, signed.status_code) == (200, 200)
    else:
        assert refusal(made) == refusal(signed) == (409, "passkey_expired")


def test_a_challenge_nobody_issued_is_refused(keeper: Keeper) -> None:
    assert refusal(keeper.sign_in(challenge=text_of(b"x" * 32))) == (409, "passkey_expired")


def test_a_challenge_serves_its_purpose_only(keeper: Keeper) -> None:
    """Of what was signed for one step nothing counts in another."""
    ask, own = f"{SESSION}/passkey/options", f"{SESSION}/own-passkeys/options"
    anybody = keeper.browser.post(ask).json()
    assert keeper.browser.post(f"{SESSION}/confirm/passkey", json=keeper.key.sign(anybody)).status_code == 409
    owner = keeper.browser.post(own).json()
    assert keeper.browser.post(f"{SESSION}/passkey", json=keeper.key.sign(owner)).status_code == 409
    made = Authenticator().make({**anybody, "user_handle": "x"})
    assert keeper.browser.post(PASSKEYS, json=made).status_code == 409
    owner = keeper.browser.post(own).json()
    made = Authenticator().make({**owner, "user_handle": "x"})
    assert keeper.browser.post(PASSKEYS, json=made).status_code == 409
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    assert keeper.browser.post(f"{SESSION}/confirm/passkey", json=keeper.key.sign(invitation)).status_code == 409


@pytest.mark.both_databases
def test_a_challenge_belongs_to_its_session(keeper: Keeper) -> None:
    other = keeper.desk.browser()
    keeper.desk.password(keeper.member, other)
    question = keeper.browser.post(f"{SESSION}/own-passkeys/options").json()
    answer = other.post(f"{SESSION}/code/passkey", json=keeper.key.sign(question))
    assert refusal(answer) == (409, "passkey_expired")
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    _, stranger = keeper.desk.add()
    assert refusal(stranger.post(PASSKEYS, json=Authenticator().make(invitation))) == (409, "passkey_expired")


@pytest.mark.both_databases
def test_a_passkey_of_another_account_is_no_second_factor(keeper: Keeper) -> None:
    member, browser = keeper.desk.add()
    thief = Keeper(keeper.desk, member, browser, Authenticator())
    assert thief.add(thief.key).status_code == 200
    victim = keeper.desk.browser()
    keeper.desk.password(keeper.member, victim)
    assert refusal(thief.enter(victim)) == REFUSED
    thief.key.user_handle = keeper.key.user_handle
    assert refusal(thief.enter(victim)) == REFUSED
    assert refusal(thief.sign_in()) == REFUSED, "and none names an account that it does not belong to"
    entry = keeper.desk.entries()[-2]
    assert (entry.actor, entry.action) == (f"staff:{keeper.member.id}", "staff.passkey_failed")


def test_unknown_disabled_and_forged_are_refused_by_one_answer(keeper: Keeper) -> None:
    unknown = Authenticator()
    unknown.user_handle = text_of(b"x" * 32)
    disabled_member, disabled_browser = keeper.desk.add()
    disabled = Keeper(keeper.desk, disabled_member, disabled_browser, Authenticator())
    disabled.add(disabled.key)
    _, admin = keeper.desk.add()
    assert admin.post(f"/api/staff/accounts/{disabled_member.id}/disable", json={}).status_code == 200
    answers = [keeper.sign_in(key=unknown), disabled.sign_in(), keeper.sign_in(is_verified=False)]
    assert [refusal(answer) for answer in answers] == [REFUSED] * 3
    assert len({answer.content for answer in answers}) == 1
    assert [answer.headers.get("set-cookie") for answer in answers] == [None] * 3
    subjects = [entry.subject for entry in keeper.desk.entries() if entry.action == "staff.passkey_failed"]
    assert subjects == ["account:unknown", f"account:{disabled_member.id}", f"account:{keeper.member.id}"]


@pytest.mark.both_databases
@pytest.mark.parametrize("counter", [0, 1, 2])
def test_a_counter_that_did_not_rise_is_refused_told_and_audited(counter: int, keeper: Keeper) -> None:
    assert keeper.sign_in().status_code == 200
    assert keeper.sign_in().status_code == 200
    assert refusal(keeper.sign_in(counter=counter)) == REFUSED
    mails = [values for _, values in keeper.desk.mails() if values["topic"] == "passkey_copied"]
    assert [values["passkey"] for values in mails] == ["Mein Schlüssel"]
    (entry,) = [one for one in keeper.desk.entries() if one.action == "staff.passkey_counter_fell"]
    assert (entry.subject, entry.details["counter"], entry.details["last"]) == (
        f"account:{keeper.member.id}",
        counter,
        2,
    )
    assert stored(keeper.desk.db, Passkey)[0]["sign_count"] == 2
    browser = keeper.desk.browser()
    keeper.desk.password(keeper.member, browser)
    assert refusal(keeper.enter(browser, counter=counter)) == REFUSED
    assert keeper.sign_in().status_code == 200, "the true one counts on"


def test_a_passkey_removed_meanwhile_is_refused(keeper: Keeper) -> None:
    browser = keeper.desk.browser()
    question = browser.post(f"{SESSION}/passkey/options").json()
    keeper.browser.delete(f"{PASSKEYS}/{keeper.listed()[0]['id']}")
    assert refusal(browser.post(f"{SESSION}/passkey", json=keeper.key.sign(question))) == REFUSED


def test_whatever_bytes_come_the_answer_is_a_refusal(keeper: Keeper) -> None:
    """Bytes changed, cut and inserted in each part of both answers; none of them is a fault of the server."""
    chance, browser = random.Random(7), keeper.desk.browser()
    for _ in range(proved(40, 2000)):
        question = browser.post(f"{SESSION}/passkey/options").json()
        signed = _garbled(keeper.key.sign(question), ("client_data", "authenticator_data", "signature"), chance)
        assert browser.post(f"{SESSION}/passkey", json=signed).status_code in (401, 409, 422), signed
        invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
        made = _garbled(Authenticator().make(invitation), ("client_data", "attestation_object"), chance)
        answer = keeper.browser.post(PASSKEYS, json=made)
        assert answer.status_code in (200, 401, 409, 422), made
        if answer.status_code == 200:  # what was changed was no part that counts, such as the model number
            keeper.browser.delete(f"{PASSKEYS}/{answer.json()['id']}")


def _garbled(body: dict[str, Any], parts: tuple[str, ...], chance: random.Random) -> dict[str, Any]:
    part = chance.choice(parts)
    content = bytearray(bytes_of(body[part]))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(content) or 1)
        how = chance.choice(("change", "cut", "insert"))
        if how == "change" and content:
            content[at] = chance.randrange(256)
        elif how == "cut":
            del content[at : at + chance.randint(1, 30)]
        else:
            content[at:at] = chance.randbytes(chance.randint(1, 8))
    return {**body, part: text_of(bytes(content)) or "AA"}


@pytest.mark.parametrize(
    "attestation",
    [
        b"",
        b"\x00",
        cbor2.dumps([]),
        cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": b"short"}),
        cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": bytes(37)}),
        cbor2.dumps({"fmt": "tpm", "attStmt": {}, "authData": bytes(37)}),
        cbor2.dumps({"fmt": "packed", "attStmt": {"x5c": [b"x"], "sig": b"y", "alg": -7}, "authData": bytes(37)}),
        cbor2.dumps({"fmt": 7, "attStmt": 7, "authData": 7}),
    ],
    ids=["empty", "zero", "list", "short", "no credential", "tpm", "packed with a certificate", "numbers"],
)
def test_what_is_no_attestation_makes_no_passkey(attestation: bytes, keeper: Keeper) -> None:
    invitation = keeper.browser.post(f"{PASSKEYS}/options").json()
    body = {**Authenticator().make(invitation), "attestation_object": text_of(attestation) or "AA"}
    assert refusal(keeper.browser.post(PASSKEYS, json=body)) == (422, "passkey_not_created")


def test_a_key_that_is_none_makes_no_passkey(keeper: Keeper) -> None:
    """A point beside the curve: the library would find out at the first log-in."""
    authenticator = Authenticator()
    authenticator._cose_key = lambda: cbor2.dumps({1: 2, 3: -7, -1: 1, -2: b"\1" * 32, -3: b"\2" * 32})  # type: ignore[method-assign]
    assert refusal(keeper.add(authenticator)) == (422, "passkey_not_created")


def test_what_is_no_base64url_is_a_fault_of_the_body(keeper: Keeper) -> None:
    question = keeper.browser.post(f"{SESSION}/passkey/options").json()
    body = keeper.key.sign(question)
    padded = base64.b64encode(b"\xff\xfe\xfd\xfc").decode()
    for part in ("credential_id", "client_data", "authenticator_data", "signature"):
        for wrong in (padded, "ä", "", "a" * 9000):
            answer = keeper.desk.browser().post(f"{SESSION}/passkey", json={**body, part: wrong})
            assert refusal(answer) == (422, "validation"), (part, wrong)


@pytest.mark.parametrize("problem", [PasskeyRefused, ChallengeGone, PasskeyNotCreated])
def test_each_refusal_says_what_to_do(problem: type[Problem]) -> None:
    assert "noch einmal" in problem.detail


@pytest.mark.parametrize(
    ("public_url", "expected"),
    [
        ("https://voltigo.example", ("voltigo.example", "https://voltigo.example")),
        ("https://voltigo.example:443", ("voltigo.example", "https://voltigo.example")),
        ("https://Voltigo.Example:8443/park", ("voltigo.example", "https://voltigo.example:8443")),
        ("http://localhost:8000", ("localhost", "http://localhost:8000")),
        ("http://localhost", ("localhost", "http://localhost")),
        ("http://voltigo.example", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.0.2.7", None),
        ("https://[2001:db8::1]", None),
        ("", None),
    ],
)
def test_the_relying_party_is_the_host_of_the_public_address(public_url: str, expected: tuple[str, str] | None) -> None:
    party = relying_party(public_url)
    assert (party and (party.id, party.origin)) == expected
