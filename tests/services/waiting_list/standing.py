"""What holds for the waiting list after every step."""

from collections import Counter

from sqlalchemy import select

from services.core.db.db import Database
from services.parks.models import Park, Spot
from services.waiting_list.desk.lists import parks
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingOffer
from services.waiting_list.queue import MOST_PASSES


def check_list(db: Database) -> None:
    """Every open offer has its spot and its entry, no spot is held without one; the counts agree; nobody is passed
    more often than the rule says, and every pass is explained; the spots add up to the limit.
    """
    with db.read() as session:
        entries = {row.id: row for row in session.scalars(select(WaitingEntry))}
        offers = list(session.scalars(select(WaitingOffer).where(WaitingOffer.answer.is_(None))))
        held = {(row.park_id, row.number): row for row in session.scalars(select(Spot).where(Spot.held_for == "offer"))}
        assert {(offer.park_id, offer.spot_number) for offer in offers} == held.keys()
        assert {offer.entry_id for offer in offers} == {id_ for id_, row in entries.items() if row.state == "offered"}
        for offer in offers:
            spot = held[offer.park_id, offer.spot_number]
            assert (spot.held_kwh, spot.held_until) == (offer.annual_kwh, offer.expires_at)
        passes = Counter(event.entry_id for event in session.scalars(select(WaitingEvent)) if event.action == "passed")
        assert all(row.passed == passes[id_] <= MOST_PASSES for id_, row in entries.items())
        for park in session.scalars(select(Park)):
            of_park = [row for row in entries.values() if row.park_id == park.id]
            can_be_offered = [row for row in of_park if row.state == "waiting" and row.confirmed_at]
            assert park.waiting == len(can_be_offered)
            assert park.waiting_length == sum(row.state in ("waiting", "offered") for row in of_park)
            ranks = [row.rank for row in of_park if row.state in ("waiting", "offered")]
            assert len(ranks) == len(set(ranks)), "every turn is one household's"
        for told in parks(session):
            assert told.active + told.held + told.offered + told.blocked + told.free == told.limit
