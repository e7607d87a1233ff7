"""What holds for the waiting list after every step."""

from services.core.db.db import Database
from services.invariants.prove import prove
from services.invariants.waiting import WAITING
from services.household.hand_over.models import HandOver
from services.mail.models import Mail
from services.parks.models import Park, Spot
from services.reservations.models import Reservation
from services.waiting_list.desk.lists import parks
from tests.services.reservations.standing import LONG_AGO


def check_hand_overs(db: Database) -> None:
    """A place has one heir at most, whose reservation is the former one's in number; nothing is offered twice."""
    with db.read() as session:
        reservations = {row.id: row for row in session.scalars(select(Reservation))}
        hand_overs = list(session.scalars(select(HandOver)))
        heirs = {row.taken_over_from_id: row for row in reservations.values() if row.taken_over_from_id}
        accepted = [row.reservation_id for row in hand_overs if row.answer == "accepted"]
        assert sorted(heirs) == sorted(accepted)
        for id_, heir in heirs.items():
            former = reservations[id_]
            assert (former.state, former.spot_number) == ("cancelled", heir.spot_number)
        still_open = Counter(row.reservation_id for row in hand_overs if row.answer is None)
        assert all(count == 1 for count in still_open.values())
        assert all((row.answer is None) == (row.ended_at is None) for row in hand_overs)


def check_list(db: Database) -> None:
    """What the product proves each night of the list, and that the console tells spots that sum to the limit."""
    found = prove(db, LONG_AGO, WAITING)
    assert {one.invariant.name: one.broken for one in found if one.broken.count} == {}
    with db.read() as session:
        entries = {row.id: row for row in session.scalars(select(WaitingEntry))}
        offers = list(session.scalars(select(WaitingOffer).where(WaitingOffer.answer.is_(None))))
        held = {(row.park_id, row.number): row for row in session.scalars(select(Spot).where(Spot.held_for == "offer"))}
        assert {(offer.park_id, offer.spot_number) for offer in offers} == held.keys()
        assert {offer.entry_id for offer in offers} == {id_ for id_, row in entries.items() if row.state == "offered"}
        for offer in offers:
            spot = held[offer.park_id, offer.spot_number]
            assert (spot.held_kwh, spot.held_until) == (offer.annual_kwh, offer.expires_at)
        events = Counter((event.entry_id, event.action) for event in session.scalars(select(WaitingEvent)))
        told = Counter((mail.kind, mail.subject_ref) for mail in session.scalars(select(Mail)))
        for id_, row in entries.items():
            mails = told["waiting_passed", f"waiting:{id_}"]
            assert row.passed == events[id_, "passed"] == mails <= MOST_PASSES, "each pass is explained"
        answered = Counter((row.entry_id, row.answer) for row in session.scalars(select(WaitingOffer)))
        for (id_, answer), count in answered.items():
            assert answer is None or events[id_, f"offer_{answer}"] == count, "no offer ends without a word"
        for park in session.scalars(select(Park)):
            of_park = [row for row in entries.values() if row.park_id == park.id]
            can_be_offered = [row for row in of_park if row.state == "waiting" and row.confirmed_at]
            assert park.waiting == len(can_be_offered)
            assert park.kwh_limit is None or park.kwh_taken <= park.kwh_limit, "no more than the park gives"
            assert park.waiting_length == sum(row.state in ("waiting", "offered") for row in of_park)
            ranks = [row.rank for row in of_park if row.state in ("waiting", "offered")]
            assert len(ranks) == len(set(ranks)), "every turn is one household's"
        for told in parks(session):
            assert told.active + told.held + told.offered + told.blocked + told.free == told.limit
