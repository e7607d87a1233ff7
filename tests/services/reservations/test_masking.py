"""Marketing sees no personal data: not in a list, not in a document, not in a refusal."""

import json
from base64 import b64encode
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.desk.masking import Mark, Masked, Personal, abschlag_band, mask_email, mask_phone
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient

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


@pytest.fixture
def reservation_id(client: TestClient, staff_client: StaffClient, db: Database) -> int:
    """A reservation with personal data wherever there is room for any."""
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
    clerk = staff_client("staff")
    found = clerk.get(LIST, params={"q": "vogelsang", "order": "asc"}).json()["data"][0]
    edit = {"version": 1, "tags": ["gelbefeder"], "last_name": "Vogelsang-Neu"}
    assert clerk.patch(f"{LIST}/{found['id']}", json=edit).status_code == 200
    assert clerk.post(f"{LIST}/{found['id']}/notes", json={"text": "Kanarius ruft an"}).status_code == 201
    figures = {"deposit_status": "kanarius", "solar_share_amount": 99999}
    db.write(lambda s: s.execute(update(Reservation).values(client_figures=figures, price_mismatch=True)) and None)
    return int(found["id"])


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


def test_no_answer_to_marketing_holds_personal_data(reservation_id: int, staff_client: StaffClient) -> None:
    marketer = staff_client("marketing")
    for answer in calls(marketer, reservation_id):
        said = list(texts(answer.json()))
        leaks = [text for text in said if any(canary in text for canary in CANARIES)]
        assert leaks == [], (str(answer.url), leaks)
    shown = marketer.get(f"{LIST}/{reservation_id}").json()
    assert shown["pseudonym"].startswith("Haushalt ")
    assert [touch["utm_source"] for touch in shown["touches"]] == ["newsletter", "…"], "campaigns are its work"


def test_the_same_answers_to_a_clerk_hold_them(reservation_id: int, staff_client: StaffClient) -> None:
    """Or the test above would prove nothing."""
    clerk = staff_client("staff")
    said = " ".join(texts(clerk.get(f"{LIST}/{reservation_id}").json()))
    assert [canary for canary in CANARIES if canary not in said] == ["1512345678", "15 123"]


@pytest.mark.parametrize(
    "params",
    [
        {"q": "x"}, {"tag": "x"}, {"sort": "last_name"}, {"sort": "spot_number"}, {"spot_number": "0"},
        {"spot_number": "1"}, {"energy_provider": "E.ON"},
    ],
    ids=str,
)  # fmt: skip
def test_marketing_cannot_ask_for_what_a_household_is_known_by(
    params: dict[str, str], staff_client: StaffClient, client: TestClient
) -> None:
    answer = staff_client("marketing").get(LIST, params=params)
    assert (answer.status_code, answer.json()["code"]) == (403, "personal_search")
    assert staff_client("staff").get(LIST, params=params).status_code == 200


def test_marketing_sees_bands_and_hours_of_what_a_household_is_known_by(
    reservation_id: int, staff_client: StaffClient
) -> None:
    marketer, clerk = staff_client("marketing"), staff_client("staff")
    whole, shown = (browser.get(f"{LIST}/{reservation_id}").json() for browser in (clerk, marketer))
    (row,) = marketer.get(LIST, params={"ids": str(reservation_id)}).json()["data"]
    for seen in (shown, row):
        assert (seen["spot_number"], seen["energy_provider"], seen["household_size"]) == (None, None, "1–2")
    assert (shown["monthly_abschlag_cents"], shown["monthly_abschlag_band"]) == (
        None, {"from_cents": 5000, "below_cents": 10000},
    )  # fmt: skip
    assert (whole["monthly_abschlag_cents"], whole["spot_number"], whole["household_size"]) == (8550, 1, "2")
    moments = [row["created_at"], row["updated_at"], shown["created_at"], *(touch["at"] for touch in shown["touches"])]
    assert all(moment[13:] == ":00:00Z" and moment[:13] <= whole["updated_at"][:13] for moment in moments)
    assert marketer.get(f"{LIST}/facets").json()["energy_provider"] == []


@pytest.mark.parametrize(
    ("cents", "band"),
    [(0, (0, 5000)), (4999, (0, 5000)), (5000, (5000, 10000)), (20000, (20000, None)), (10**6, (20000, None))],
)
def test_bands_of_the_monthly_payment(cents: int, band: tuple[int, int | None]) -> None:
    assert tuple(abschlag_band(cents).values()) == band


def test_a_clerk_sees_address_and_number_only_after_asking(reservation_id: int, staff_client: StaffClient) -> None:
    clerk = staff_client("staff")
    row = clerk.get(LIST, params={"ids": str(reservation_id)}).json()["data"][0]
    assert (row["email"], row["phone"]) == ("z•••@kanarie-mail.example", "•••• 5678")
    assert row["reference"] and row["tags"] == ["gelbefeder"]
    revealed = clerk.post(f"{LIST}/{reservation_id}/reveal", json={"field": "email"})
    assert revealed.json() == {"value": "zwitscher@kanarie-mail.example"}
    assert clerk.post(f"{LIST}/{reservation_id}/reveal", json={"field": "notes"}).status_code == 422
    assert clerk.post(f"{LIST}/999999/reveal", json={"field": "email"}).status_code == 404


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
