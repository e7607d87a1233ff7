"""A household that hands its place over, and the one that is asked, for the tests."""

from typing import Any

from httpx2 import Response
from sqlalchemy import select

from services.household.hand_over.deadlines import end_hand_overs
from services.household.hand_over.models import HandOver
from services.mail.link_tokens import link_token
from services.privacy.consent_texts import CURRENT_TERMS
from services.settings import Settings
from tests.factories import DETAILS
from tests.services.household.own_page import OwnPage

BEN = "ben.yilmaz@example.net"
OWN_DATA = {
    "first_name": "Ben",
    "last_name": "Yılmaz",
    "mobile_phone": "0151 23456789",
    **DETAILS,
    "postcode": "80331",
    "monthly_abschlag": 64.5,
    "consent": True,
    "consent_version": CURRENT_TERMS,
}


def ask(house: OwnPage, email: str = BEN, name: str = "Ben Yılmaz") -> Response:
    """The household offers its place."""
    return house.call("reservation/hand-over", name=name, email=email)


def offered(house: OwnPage, email: str = BEN) -> str:
    """A household reserves, confirms and offers its place; the token in the other one's mail."""
    house.reserve()
    house.open()
    assert ask(house, email).status_code == 200
    return token(house, email)


def token(house: OwnPage, email: str = BEN) -> str:
    """The token of the latest mail to the other household."""
    (*_, mail) = house.mails("hand_over_offered", email)
    secret = Settings(_env_file=None, data_dir=house.folder / "var").secret_key  # type: ignore[call-arg]
    return link_token(secret, mail.values["link_seed"])


def look(house: OwnPage, of: str) -> dict[str, Any]:
    """What the link shows."""
    shown: dict[str, Any] = house.call("hand-over/look", token=of).json()
    return shown


def accept(house: OwnPage, of: str, **changes: Any) -> Response:
    """Accept what the link shows now."""
    body = {"token": of, **OWN_DATA} | changes
    if "version" not in body:
        offer = look(house, of)["offer"]
        body["version"] = offer["version"] if offer else 1
    return house.call("hand-over/accept", **body)


def end(house: OwnPage) -> int:
    """The job of a minute."""
    return end_hand_overs(house.db, house.clock)


def latest(house: OwnPage) -> HandOver:
    """The hand-over asked for last."""
    with house.db.read() as session:
        return session.scalars(select(HandOver).order_by(HandOver.id.desc()).limit(1)).one()
