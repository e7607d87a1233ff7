"""The page behind a one-time link."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel
from sqlalchemy import select
from starlette.responses import Response

from services.core.http.dependencies import SettingsOf
from services.core.http.transactions import Reads
from services.core.inputs import Body, Default
from services.staff.access import CallOf, StaffRouter
from services.staff.inputs import StaffEmail, StaffName
from services.staff.models import Account, Role
from services.staff.passkeys.relying_party import relying_party
from services.staff.setup import setup
from services.staff.setup.setup import Chosen
from services.staff.sign_in.one_time_links import SetsUp
from services.staff.sign_in.staff_api import SessionOut, Typed, handed_over

router = StaffRouter(tag="setup")


class TokenIn(Body):
    """What stood behind the # of the link."""

    token: Typed


class SetupIn(TokenIn):
    """`email` counts for the first account only, `name` for that and for invitations."""

    name: Annotated[StaffName | None, Default(None)] = None
    email: Annotated[StaffEmail | None, Default(None)] = None
    password: Typed


class SetupLinkOut(BaseModel):
    """What the link is for, and for whom."""

    purpose: SetsUp
    email: str | None
    name: str | None
    role: Role
    expires_at: datetime


class SetupStateOut(BaseModel):
    """Whether anybody has an account yet, and at which origin passkeys work (null: nowhere)."""

    is_set_up: bool
    passkeys_at: str | None


@router.get("/setup")
def get_setup_state(session: Reads, settings: SettingsOf) -> SetupStateOut:
    """Whether the first account exists; for the log-in page."""
    party = relying_party(settings.public_url)
    is_set_up = session.scalar(select(Account.id).limit(1)) is not None
    return SetupStateOut(is_set_up=is_set_up, passkeys_at=party.origin if party else None)


@router.post("/setup/check")
def check_setup_link(body: TokenIn, call: CallOf) -> SetupLinkOut:
    """Whether the link is valid. Does not use it up."""
    link = setup.open_link(call, body.token)
    account = link.account
    return SetupLinkOut(
        purpose=link.sets_up,
        email=account.email if account else None,
        name=account.name if account else None,
        role=Role(account.role) if account else Role.ADMIN,
        expires_at=link.expires_at,
    )


@router.post("/setup")
def set_up_account(body: SetupIn, call: CallOf, response: Response) -> SessionOut:
    """Set the password; the second factor follows."""
    chosen = Chosen(name=body.name, email=body.email, password=body.password)
    return handed_over(call, response, setup.set_up(call, body.token, chosen))
