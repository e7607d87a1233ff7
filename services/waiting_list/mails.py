"""Composes the mails of the waiting list, each with a fresh link."""

from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.german import long_moment
from services.mail import outbox
from services.mail.catalogue import KINDS, to_values
from services.mail.letters.waiting import ConfirmFirst, WaitingJoined, WaitingLetter, WaitingLink
from services.offer import MINIMUM_TENTH_CT, PACKAGES, quote
from services.parks.names import park_labels
from services.parks.queries import drawn_field
from services.waiting_list.models import WaitingEntry, WaitingOffer
from services.waiting_list.rows import position_of
from services.waiting_list.sign_in.keys import issue_link


def order(session: Session, entry: WaitingEntry, kind: type[WaitingLetter], now: datetime, **members: Any) -> None:
    """Order a mail to an entry about the change that made its present version."""
    seed = issue_link(session, entry.id, now)
    known = {
        "name": entry.name if entry.confirmed_at else "",
        "park_name": park_labels(session)[entry.park_id].name,
        "link_seed": seed,
        "package": PACKAGES[entry.annual_kwh].name,
        "annual_kwh": entry.annual_kwh,
        "wished_kwh": entry.annual_kwh,
        **members,
    }
    names = [member.name for member in fields(kind)]
    mail = KINDS[kind.kind](**{name: known[name] for name in names})
    ordered = outbox.Order(
        kind=kind.kind,
        recipient=deliverable_address(entry.email, entry.email_normalized),
        subject_ref=f"waiting:{entry.id}",
        dedupe_key=f"{kind.kind}:{entry.id}:{entry.version}:{seed[:8]}",
        values=to_values(mail),
    )
    outbox.order(session, [ordered], now)


def order_joined(session: Session, entry: WaitingEntry, now: datetime) -> None:
    """The first mail: the turn, and the question whether the address is right."""
    order(
        session,
        entry,
        WaitingJoined,
        now,
        position=position_of(session, entry),
        joined=long_moment(entry.joined_at),
        confirm_by=long_moment(entry.confirm_by),
    )


def order_link(session: Session, entry: WaitingEntry, now: datetime) -> None:
    """A fresh link; as long as the address is unconfirmed, the first mail once more."""
    if entry.confirmed_at is None and entry.request is not None:
        order(session, entry, ConfirmFirst, now, confirm_by=long_moment(entry.confirm_by))
    elif entry.confirmed_at is None:
        order_joined(session, entry, now)
    else:
        order(session, entry, WaitingLink, now)


def order_offer(
    session: Session, entry: WaitingEntry, offer: WaitingOffer, kind: type[WaitingLetter], now: datetime
) -> None:
    """A mail about an open offer."""
    least = quote(offer.annual_kwh, entry.payment_plan, MINIMUM_TENTH_CT)
    total_spots, taken = drawn_field(session, offer.park_id)
    order(
        session,
        entry,
        kind,
        now,
        spot_number=offer.spot_number,
        package=least.package.name,
        annual_kwh=offer.annual_kwh,
        price_cents=least.package.price_cents,
        setup_fee_cents=least.setup_fee_cents,
        least_annual_cents=least.credits.annual,
        until=long_moment(offer.expires_at),
        total_spots=total_spots,
        taken=taken,
    )
