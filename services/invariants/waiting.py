"""Rules of the waiting list: offers and held places belong together, turns are unique, counts agree."""

from typing import Final

from services.invariants.invariant import Invariant, by_sql
from services.waiting_list.queue import MOST_PASSES

_GROUP: Final = "Warteliste"
_ENTRY: Final = "entry"

_OFFER_WITHOUT_HOLD: Final = """
    SELECT o.id AS id FROM waiting_offers o
    LEFT JOIN spots s ON s.park_id = o.park_id AND s.number = o.spot_number
    WHERE o.answer IS NULL AND (s.id IS NULL OR s.state <> 'held' OR coalesce(s.held_for, '') <> 'offer'
        OR coalesce(s.held_kwh, 0) <> o.annual_kwh OR s.held_until IS NULL OR s.held_until <> o.expires_at)
"""
_HOLD_WITHOUT_OFFER: Final = """
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN waiting_offers o ON o.park_id = s.park_id AND o.spot_number = s.number AND o.answer IS NULL
    WHERE s.state = 'held' AND s.held_for = 'offer' AND o.id IS NULL
"""
_OFFERED_WITHOUT_OFFER: Final = """
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN waiting_offers o ON o.entry_id = e.id AND o.answer IS NULL
    WHERE (e.state = 'offered') <> (o.id IS NOT NULL)
"""
_ACCEPTED_WITHOUT_RESERVATION: Final = """
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN waiting_offers o ON o.entry_id = e.id AND o.answer = 'accepted'
    LEFT JOIN reservations r ON r.id = o.reservation_id
    WHERE (e.state = 'accepted' AND r.id IS NULL) OR (o.id IS NOT NULL AND e.state <> 'accepted')
"""
_COUNTS: Final = """
    SELECT p.id AS id FROM parks p
    LEFT JOIN (SELECT park_id, count(*) AS length,
                      sum(CASE WHEN state = 'waiting' AND confirmed_at IS NOT NULL THEN 1 ELSE 0 END) AS waiting
               FROM waiting_entries WHERE state IN ('waiting', 'offered') GROUP BY park_id) e ON e.park_id = p.id
    WHERE p.waiting <> coalesce(e.waiting, 0) OR p.waiting_length <> coalesce(e.length, 0)
"""
_TURNS: Final = """
    SELECT min(id) AS id FROM waiting_entries WHERE state IN ('waiting', 'offered')
    GROUP BY park_id, rank HAVING count(*) > 1
"""
_PASSES: Final = f"""
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN (SELECT entry_id, count(*) AS passes FROM waiting_events WHERE action = 'passed' GROUP BY entry_id) v
        ON v.entry_id = e.id
    WHERE e.passed <> coalesce(v.passes, 0) OR e.passed > {MOST_PASSES}
"""  # noqa: S608 - our own words

WAITING: Final = (
    Invariant(
        "offer_has_hold",
        _GROUP,
        "Für jedes offene Angebot ist genau sein Platz gehalten, mit seinen Kilowattstunden und seiner Frist.",
        "offer",
        by_sql(_OFFER_WITHOUT_HOLD),
    ),
    Invariant(
        "hold_has_offer",
        _GROUP,
        "Jeder für ein Angebot gehaltene Platz hat ein offenes Angebot.",
        "spot",
        by_sql(_HOLD_WITHOUT_OFFER),
    ),
    Invariant(
        "entry_has_offer",
        _GROUP,
        "Wem ein Platz angeboten ist, der hat ein offenes Angebot, und niemand sonst.",
        _ENTRY,
        by_sql(_OFFERED_WITHOUT_OFFER),
    ),
    Invariant(
        "acceptance_has_reservation",
        _GROUP,
        "Jedes angenommene Angebot hat seine Reservierung.",
        _ENTRY,
        by_sql(_ACCEPTED_WITHOUT_RESERVATION),
    ),
    Invariant(
        "waiting_counted",
        _GROUP,
        "Jeder Park zählt, wie viele Haushalte auf seiner Liste stehen und warten.",
        "park",
        by_sql(_COUNTS),
    ),
    Invariant("turn_is_unique", _GROUP, "Jede Stelle der Liste hat nur einer.", _ENTRY, by_sql(_TURNS)),
    Invariant(
        "pass_is_explained",
        _GROUP,
        "Niemand wurde öfter als dreimal übergangen, und jedes Mal ist vermerkt.",
        _ENTRY,
        by_sql(_PASSES),
    ),
)
