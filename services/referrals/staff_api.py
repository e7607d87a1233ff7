"""Staff API for referral codes, their uses and the leader board. Households appear as pseudonyms to every role;
the reservation behind one is shown only to roles that may see it.
"""

from datetime import datetime
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel

from services.campaigns.links.addresses import page_address
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.core.personal_text import redacted
from services.referral_codes.models import ReferralCode
from services.referral_codes.verdicts import CodeKind, Verdict
from services.referrals import issue as referral_codes
from services.referrals.issue import PartnerIn
from services.referrals.lists import (
    CodesQuery,
    LeadersQuery,
    UsesQuery,
    codes_page,
    leaders_page,
    uses_page,
)
from services.reservations.desk import masking
from services.reservations.desk.show import on_one_line, used_soon
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.models import Role

router = StaffRouter(tag="referrals")

_NOBODY = "Ehemaliger Haushalt"


class ReferralCodeOut(BaseModel):
    """A code; `household` is a pseudonym, null for partners. `reservation_id` is null for marketing."""

    id: int
    code: str
    kind: CodeKind
    partner_name: str
    note: str
    reservation_id: int | None
    household: str | None
    created_at: datetime
    disabled_at: datetime | None
    address: str


class ReferralCodesOut(BaseModel):
    data: list[ReferralCodeOut]
    has_next: bool
    total: int


class LeaderOut(BaseModel):
    """What one code brought. All but `uses` count valid ones only; `annual_kwh` is of those that stayed."""

    code_id: int
    code: str
    kind: CodeKind
    name: str
    uses: int
    valid: int
    confirmed: int
    contracted: int
    cancelled: int
    annual_kwh: int


class LeadersOut(BaseModel):
    data: list[LeaderOut]
    has_next: bool
    total: int


class ReferralUseOut(BaseModel):
    """The code a reservation came with, as it was written, and what it is worth. `at`: when it was reserved. `is_soon`:
    within minutes of another use of the code, or of the recommender's own reservation. `is_one_line`: over the line of
    one of these, for seven days.
    """

    reservation_id: int | None
    pseudonym: str
    raw_code: str
    code_id: int | None
    verdict: Verdict
    is_soon: bool
    is_one_line: bool
    at: datetime


class ReferralUsesOut(BaseModel):
    data: list[ReferralUseOut]
    has_next: bool
    total: int


def _pseudonym(reservation_id: int | None, call: Call) -> str:
    return masking.pseudonym(reservation_id, call.settings.secret_key) if reservation_id is not None else _NOBODY


def _code_out(code: ReferralCode, call: Call, staff: Staff) -> ReferralCodeOut:
    of_household = code.reservation_id
    return ReferralCodeOut(
        id=code.id,
        code=code.code,
        kind=CodeKind(code.kind),
        partner_name=code.partner_name,
        note=code.note,
        reservation_id=None if staff.role is Role.MARKETING else of_household,
        household=_pseudonym(of_household, call) if code.kind == CodeKind.HOUSEHOLD else None,
        created_at=code.created_at,
        disabled_at=code.disabled_at,
        address=page_address(call.settings.public_url, "/", {"referral_code": code.code}),
    )


@router.get("/referrals/codes")
def list_referral_codes(
    wanted: Annotated[CodesQuery, Query()], session: Reads, call: CallOf, staff: MarketerOf
) -> ReferralCodesOut:
    """Codes of households and partners."""
    page = codes_page(session, wanted)
    data = [_code_out(code, call, staff) for code in page.rows]
    return ReferralCodesOut(data=data, has_next=page.has_next, total=page.total)


@router.post("/referrals/codes", status_code=201)
def add_referral_code(body: PartnerIn, session: Writes, call: CallOf, staff: MarketerOf) -> ReferralCodeOut:
    """Add a partner's code; earlier uses count from now on."""
    return _code_out(referral_codes.add_partner(session, body, staff.actor, call.now), call, staff)


@router.post("/referrals/codes/{code_id:int}/disable")
def disable_referral_code(code_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ReferralCodeOut:
    """Disable a code; earlier uses keep counting."""
    return _code_out(referral_codes.set_disabled(session, code_id, True, staff.actor, call.now), call, staff)


@router.post("/referrals/codes/{code_id:int}/enable")
def enable_referral_code(code_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ReferralCodeOut:
    """Enable a code again."""
    return _code_out(referral_codes.set_disabled(session, code_id, False, staff.actor, call.now), call, staff)


@router.get("/referrals/leaders")
def list_referral_leaders(
    wanted: Annotated[LeadersQuery, Query()], session: Reads, call: CallOf, _staff: MarketerOf
) -> LeadersOut:
    """The leader board."""
    page = leaders_page(session, wanted)
    data = [
        LeaderOut(
            code_id=row.id,
            code=row.code,
            kind=CodeKind(row.kind),
            name=row.partner_name or _pseudonym(row.reservation_id, call),
            uses=row.uses,
            valid=row.valid,
            confirmed=row.confirmed,
            contracted=row.contracted,
            cancelled=row.cancelled,
            annual_kwh=row.annual_kwh,
        )
        for row in page.rows
    ]
    return LeadersOut(data=data, has_next=page.has_next, total=page.total)


@router.get("/referrals/uses")
def list_referral_uses(
    wanted: Annotated[UsesQuery, Query()], session: Reads, call: CallOf, staff: MarketerOf
) -> ReferralUsesOut:
    """The codes of reservations, and the verdicts on them."""
    is_masked = staff.role is Role.MARKETING
    page = uses_page(session, wanted)
    ids = [use.reservation_id for use, _ in page.rows]
    soon, one_line = used_soon(session, ids), on_one_line(session, ids)
    data = [
        ReferralUseOut(
            reservation_id=None if is_masked else use.reservation_id,
            pseudonym=masking.pseudonym(use.reservation_id, call.settings.secret_key),
            raw_code=redacted(use.raw_code, masking.names_of(of)) if is_masked else use.raw_code,
            code_id=use.code_id,
            verdict=Verdict(use.verdict),
            is_soon=use.reservation_id in soon,
            is_one_line=use.reservation_id in one_line,
            at=masking.hour_of(of.created_at) if is_masked else of.created_at,
        )
        for use, of in page.rows
    ]
    return ReferralUsesOut(data=data, has_next=page.has_next, total=page.total)
