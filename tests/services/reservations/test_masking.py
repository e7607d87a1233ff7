"""Marketing sees no personal data: not in a list, not in a document, not in a refusal."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.reservations.desk.masking import Masked, abschlag_band, mask_email, mask_phone
from services.reservations.fields import Mark, Personal, persons_band
from services.reservations.models import FIELDS, FILTERS, Reservation
from tests.factories import reservation_body
from tests.fixtures.staff import add_member, own_page_client, state_of

LIST = "/api/staff/reservations"
CODED = b64encode(b"Kanarius Vogelsang").decode()
"""Shown in small letters, from which it cannot be read any more; as it came in, marketing could still decode it."""
CANARIES = (
    *("kanarius", "vogelsang", "zwitscher", "1512345678", "15 123", "5678", "99999", "gelbefeder"),
    *(CODED.lower(), "2345678", "kanarie-mail"),
)
TOUCH = {
    "utm_source": "newsletter",
    "utm_medium": "mail an zwitscher@kanarie-mail.example",
    "utm_campaign": "für Kanarius",
    "utm_term": "0151 2345678",
    "utm_content": "Vogelsang",
    "referral_code": "KANARIUS-10",
    "referrer_host": "webmail.kanarie-mail.example",
    "landing_path": "/?email=zwitscher%40kanarie-mail.example",
}
LAST_TOUCH = {**TOUCH, "utm_source": CODED, "utm_campaign": CODED, "utm_term": "kunde2345678"}
"""With the end of its number, which only who knows the number recognises."""


@dataclass(frozen=True)
class Seen:
    """A reservation with personal data wherever there is room for any, and those who look at it."""

    id: int
    clerk: TestClient
    marketer: TestClient


@pytest.fixture(scope="module")
def seen(module_client: Callable[[str], TestClient]) -> Seen:
    client = module_client("sqlite")
    db = state_of(client).db
    clerk, marketer = (own_page_client(client, add_member(db, role).token) for role in ("staff", "marketing"))
    body = reservation_body(
        first_name="Kanarius",
        last_name="Vogelsang",
        email="zwitscher@kanarie-mail.example",
        mobile_phone="0151 2345678",
        postcode="99999",
        deposit_status="kanarius",
        touches=[TOUCH, LAST_TOUCH],
    )
    for _ in range(2):
        answer = client.post("/functions/v1/reserve-spot", json=body, headers={"Idempotency-Key": f"key-{_}" * 8})
        assert answer.status_code == 200, answer.text
    found = clerk.get(LIST, params={"q": "vogelsang", "order": "asc"}).json()["data"][0]
    edit = {"version": 1, "tags": ["gelbefeder"], "last_name": "Vogelsang-Neu"}
    assert clerk.patch(f"{LIST}/{found['id']}", json=edit).status_code == 200
    assert clerk.post(f"{LIST}/{found['id']}/notes", json={"text": "Kanarius ruft an"}).status_code == 201
    figures = {"deposit_status": "kanarius", "solar_share_amount": 99999}
    db.write(lambda s: s.execute(update(Reservation).values(client_figures=figures, price_mismatch=True)) and None)
    return Seen(int(found["id"]), clerk, marketer)


def texts(value: Any) -> Iterator[str]:
    """Every text in an answer, names of members included, as small letters."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from texts(name)
            yield from texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from texts(member)
    else:
        yield json.dumps(value, ensure_ascii=False).lower()


def calls(marketer: TestClient, reservation_id: int) -> Iterator[Any]:
    for params in (
        {}, {"sort": "spot_number"}, {"spot_number": "1"}, {"sort": "last_name"}, {"q": "vogelsang"},
        {"tag": "gelbefeder"},
        {"state": "kanarius"}, {"utm_source": "newsletter"}, {"ids": str(reservation_id)}, {"page": "500"},
    ):  # fmt: skip
        yield marketer.get(LIST, params=params)
        yield marketer.get(f"{LIST}/count", params={n: v for n, v in params.items() if n not in ("sort", "page")})
    yield marketer.get(f"{LIST}/facets")
    yield marketer.get(f"{LIST}/{reservation_id}")
    yield marketer.get(f"{LIST}/999999")
    yield marketer.patch(f"{LIST}/{reservation_id}", json={"version": 1, "tags": []})
    yield marketer.get(f"{LIST}/{reservation_id}/timeline")
    yield marketer.post(f"{LIST}/{reservation_id}/notes", json={"text": "x"})
    yield marketer.post(f"{LIST}/{reservation_id}/reveal", json={"field": "email"})


def test_no_answer_to_marketing_holds_personal_data(seen: Seen) -> None:
    for answer in calls(seen.marketer, seen.id):
        leaks = [text for text in texts(answer.json()) if any(canary in text for canary in CANARIES)]
        assert leaks == [], (str(answer.url), leaks)
    shown = seen.marketer.get(f"{LIST}/{seen.id}").json()
    assert shown["pseudonym"].startswith("Haushalt ")
    assert [touch["utm_source"] for touch in shown["touches"]] == ["newsletter", "…"], "campaigns are its work"
    # To a clerk the same answer holds them, or this would prove nothing.
    said = " ".join(texts(seen.clerk.get(f"{LIST}/{seen.id}").json()))
    assert [canary for canary in CANARIES if canary not in said] == ["1512345678", "15 123"]


def test_marketing_cannot_ask_for_what_a_household_is_known_by(seen: Seen) -> None:
    for params in (
        {"q": "x"}, {"tag": "x"}, {"sort": "last_name"}, {"sort": "spot_number"}, {"spot_number": "0"},
        {"spot_number": "1"}, *({one.column: "E.ON"} for one in FILTERS),
    ):  # fmt: skip
        answer = seen.marketer.get(LIST, params=params)
        assert (answer.status_code, answer.json()["code"]) == (403, "personal_search"), params
        assert seen.clerk.get(LIST, params=params).status_code == 200


def test_marketing_sees_bands_and_hours_of_what_a_household_is_known_by(seen: Seen) -> None:
    whole, shown = (browser.get(f"{LIST}/{seen.id}").json() for browser in (seen.clerk, seen.marketer))
    (row,) = seen.marketer.get(LIST, params={"ids": str(seen.id)}).json()["data"]
    for one in (shown, row):
        assert one["spot_number"] is None
        assert one["updated_by_name"] is None
    assert [shown[one.column] for one in FIELDS] == [None, None, None, None, "1–2", None], "only how many they are"
    assert [row[one.column] for one in FIELDS if one.is_in_lists] == [None, None, "1–2"]
    assert [whole[one.column] for one in FIELDS] == [None, "99999", None, "Stadtwerke München", "2", 8550]
    assert [persons_band(size) for size in ("1", "2", "3", "4", "5+")] == ["1–2", "1–2", "3+", "3+", "3+"]
    assert (shown["monthly_abschlag_band"], whole["spot_number"]) == ({"from_cents": 5000, "below_cents": 10000}, 1)
    moments = [row["created_at"], row["updated_at"], shown["created_at"], *(touch["at"] for touch in shown["touches"])]
    assert all(moment[13:] == ":00:00Z" and moment[:13] <= whole["updated_at"][:13] for moment in moments)
    facets = seen.marketer.get(f"{LIST}/facets").json()
    assert [facets[one.column] for one in FILTERS] == [[]]
    bands = {0: (0, 5000), 4999: (0, 5000), 5000: (5000, 10000), 20000: (20000, None), 10**6: (20000, None)}
    assert {cents: tuple(abschlag_band(cents).values()) for cents in bands} == bands


def test_a_clerk_sees_address_and_number_only_after_asking(seen: Seen) -> None:
    row = seen.clerk.get(LIST, params={"ids": str(seen.id)}).json()["data"][0]
    assert (row["email"], row["phone"]) == ("z•••@kanarie-mail.example", "•••• 5678")
    assert row["reference"] and row["tags"] == ["gelbefeder"]
    for field, value in (("email", "zwitscher@kanarie-mail.example"), ("phone", "+491512345678")):
        revealed = seen.clerk.post(f"{LIST}/{seen.id}/reveal", json={"field": field})
        assert revealed.json()["value"].replace(" ", "") == value


def test_a_member_that_does_not_say_who_may_see_it_is_not_even_a_class() -> None:
    with pytest.raises(TypeError, match="birthday does not say who may see it"):

        class Row(Masked):
            birthday: date

    class Marked(Masked):
        birthday: Annotated[date, Personal]

    assert Marked.marks == {"birthday": Mark.PERSONAL}


def test_masks_keep_what_tells_two_apart() -> None:
    assert mask_email("müller@example.de") == "m•••@example.de"
    assert mask_phone("+491701234567") == "•••• 4567"
