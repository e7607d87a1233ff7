"""Invariants across rows, each with a query for violations."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import bindparam, text
from sqlalchemy.orm import Session

from services.core.db.db import UtcDateTime
from services.reservations.models import ACTIVE
from services.staff.audit import first_broken_entry
from services.waiting_list.queue import MOST_PASSES

MOST_EXAMPLES: Final = 20
Kind = Literal["reservation", "spot", "park", "offer", "entry", "text", "mail", "answer", "booking", "log_entry"]
WORDS: Final[dict[Kind, str]] = {
    "reservation": "Reservierung",
    "spot": "Platz",
    "park": "Park",
    "offer": "Angebot",
    "entry": "Eintrag der Warteliste",
    "text": "Text",
    "mail": "Mail",
    "answer": "Antwort",
    "booking": "Buchung",
    "log_entry": "Eintrag im Protokoll",
}


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments that some rules need."""

    overdue: datetime
    """A hold that ended before has outlived the job that ends it."""
    recorded_since: datetime
    """Reservations made later have evidence; before, an older server may still have been running."""


@dataclass(frozen=True, slots=True)
class Broken:
    """How many rows break a rule, and up to 20 of them."""

    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A rule. `sentence` says in German what holds; `kind` what its ids are of, a spot's being `park:number`."""

    name: str
    kind: Kind
    sentence: str
    find: Callable[[Session, Moments], Broken]


def by_sql(query: str) -> Callable[[Session, Moments], Broken]:
    """Find by a query of one column `id` that both databases understand. It joins whole tables, never row by row."""
    counted = text(f"SELECT id, count(*) OVER () AS broken FROM ({query}) AS found ORDER BY id LIMIT {MOST_EXAMPLES}")
    names = [name for name in ("overdue", "recorded_since") if f":{name}" in query]
    statement = counted.bindparams(*(bindparam(name, type_=UtcDateTime()) for name in names))

    def find(session: Session, moments: Moments) -> Broken:
        rows = session.execute(statement, {name: getattr(moments, name) for name in names}).all()
        return Broken(rows[0].broken if rows else 0, tuple(str(row.id) for row in rows))

    return find


_IS_ACTIVE: Final = f"r.{ACTIVE.text}"

PLACES: Final = (
    Invariant(
        "spot_held_once",
        "spot",
        "Kein Platz ist zweimal vergeben.",
        by_sql(f"""
    SELECT park_id || ':' || spot_number AS id FROM reservations r
    WHERE {_IS_ACTIVE} GROUP BY park_id, spot_number HAVING count(*) > 1
"""),
    ),
    Invariant(
        "reservation_has_spot",
        "reservation",
        "Jede laufende Reservierung hat ihren Platz.",
        by_sql(f"""
    SELECT r.id AS id FROM reservations r
    LEFT JOIN spots s ON s.park_id = r.park_id AND s.number = r.spot_number
    WHERE {_IS_ACTIVE} AND (s.id IS NULL OR s.state <> 'reserved')
"""),
    ),
    Invariant(
        "spot_has_reservation",
        "spot",
        "Jeder belegte Platz gehört zu einer laufenden Reservierung.",
        by_sql(f"""
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND {_IS_ACTIVE}
    WHERE s.state = 'reserved' AND r.id IS NULL
"""),
    ),
    Invariant(
        "spots_add_up",
        "park",
        "Freie, reservierte, gehaltene, angebotene und gesperrte Plätze ergeben zusammen die Grenze des Parks.",
        by_sql(f"""
    SELECT p.id AS id FROM parks p WHERE p.spot_limit <>
        (SELECT count(*) FROM spots s
         WHERE s.park_id = p.id AND s.number <= p.spot_limit AND s.state <> 'reserved')
        + (SELECT count(*) FROM reservations r
           WHERE r.park_id = p.id AND r.spot_number <= p.spot_limit AND {_IS_ACTIVE})
"""),
    ),
    Invariant(
        "kwh_add_up",
        "park",
        "Die vergebenen Kilowattstunden eines Parks sind die seiner Reservierungen und gehaltenen Plätze.",
        by_sql(f"""
    SELECT p.id AS id FROM parks p WHERE p.kwh_taken <>
        (SELECT coalesce(sum(r.annual_kwh), 0) FROM reservations r WHERE r.park_id = p.id AND {_IS_ACTIVE})
        + (SELECT coalesce(sum(s.held_kwh), 0) FROM spots s
           WHERE s.park_id = p.id AND s.state = 'held' AND s.held_for = 'offer')
        + (SELECT coalesce(sum(last.annual_kwh), 0) FROM reservations last JOIN (
               SELECT coalesce(max(s.held_reservation_id), max(r.id)) AS id FROM spots s
               JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND NOT ({_IS_ACTIVE})
               WHERE s.state = 'held' AND s.held_for = 'undo' GROUP BY s.id
           ) gave_up ON gave_up.id = last.id WHERE last.park_id = p.id)
"""),
    ),
    Invariant(
        "hold_is_complete",
        "spot",
        "Jeder gehaltene Platz sagt, wofür und bis wann er gehalten wird.",
        by_sql("""
    SELECT park_id || ':' || number AS id FROM spots
    WHERE (state = 'held' AND (held_for IS NULL OR held_until IS NULL))
       OR (state <> 'held' AND (held_for IS NOT NULL OR held_until IS NOT NULL))
       OR (held_kwh IS NOT NULL AND coalesce(held_for, '') <> 'offer') OR (held_for = 'offer' AND held_kwh IS NULL)
"""),
    ),
    Invariant(
        "hold_has_cause",
        "spot",
        "Jeder zum Zurücknehmen gehaltene Platz gehörte zu einer beendeten Reservierung.",
        by_sql(f"""
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN reservations r ON r.park_id = s.park_id AND r.spot_number = s.number AND NOT ({_IS_ACTIVE})
    WHERE s.state = 'held' AND s.held_for = 'undo' AND r.id IS NULL
"""),
    ),
    Invariant(
        "hold_ends",
        "spot",
        "Kein Platz wird länger als eine Stunde über seine Frist hinaus gehalten.",
        by_sql("""
    SELECT park_id || ':' || number AS id FROM spots WHERE state = 'held' AND held_until < :overdue
"""),
    ),
)

WAITING: Final = (
    Invariant(
        "offer_has_hold",
        "offer",
        "Für jedes offene Angebot ist genau sein Platz gehalten, mit seinen Kilowattstunden und seiner Frist.",
        by_sql("""
    SELECT o.id AS id FROM waiting_offers o
    LEFT JOIN spots s ON s.park_id = o.park_id AND s.number = o.spot_number
    WHERE o.answer IS NULL AND (s.id IS NULL OR s.state <> 'held' OR coalesce(s.held_for, '') <> 'offer'
        OR coalesce(s.held_kwh, 0) <> o.annual_kwh OR s.held_until IS NULL OR s.held_until <> o.expires_at)
"""),
    ),
    Invariant(
        "hold_has_offer",
        "spot",
        "Jeder für ein Angebot gehaltene Platz hat ein offenes Angebot.",
        by_sql("""
    SELECT s.park_id || ':' || s.number AS id FROM spots s
    LEFT JOIN waiting_offers o ON o.park_id = s.park_id AND o.spot_number = s.number AND o.answer IS NULL
    WHERE s.state = 'held' AND s.held_for = 'offer' AND o.id IS NULL
"""),
    ),
    Invariant(
        "entry_has_offer",
        "entry",
        "Wem ein Platz angeboten ist, der hat ein offenes Angebot, und niemand sonst.",
        by_sql("""
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN waiting_offers o ON o.entry_id = e.id AND o.answer IS NULL
    WHERE (e.state = 'offered') <> (o.id IS NOT NULL)
"""),
    ),
    Invariant(
        "acceptance_has_reservation",
        "entry",
        "Jedes angenommene Angebot hat seine Reservierung.",
        by_sql("""
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN waiting_offers o ON o.entry_id = e.id AND o.answer = 'accepted'
    LEFT JOIN reservations r ON r.id = o.reservation_id
    WHERE (e.state = 'accepted' AND r.id IS NULL) OR (o.id IS NOT NULL AND e.state <> 'accepted')
"""),
    ),
    Invariant(
        "waiting_counted",
        "park",
        "Jeder Park zählt, wie viele Haushalte auf seiner Liste stehen und warten.",
        by_sql("""
    SELECT p.id AS id FROM parks p
    LEFT JOIN (SELECT park_id, count(*) AS length,
                      sum(CASE WHEN state = 'waiting' AND confirmed_at IS NOT NULL THEN 1 ELSE 0 END) AS waiting
               FROM waiting_entries WHERE state IN ('waiting', 'offered') GROUP BY park_id) e ON e.park_id = p.id
    WHERE p.waiting <> coalesce(e.waiting, 0) OR p.waiting_length <> coalesce(e.length, 0)
"""),
    ),
    Invariant(
        "turn_is_unique",
        "entry",
        "Jede Stelle der Liste hat nur einer.",
        by_sql("""
    SELECT min(id) AS id FROM waiting_entries WHERE state IN ('waiting', 'offered')
    GROUP BY park_id, rank HAVING count(*) > 1
"""),
    ),
    Invariant(
        "pass_is_explained",
        "entry",
        "Niemand wurde öfter als dreimal übergangen, und jedes Mal ist vermerkt.",
        by_sql(f"""
    SELECT e.id AS id FROM waiting_entries e
    LEFT JOIN (SELECT entry_id, count(*) AS passes FROM waiting_events WHERE action = 'passed' GROUP BY entry_id) v
        ON v.entry_id = e.id
    WHERE e.passed <> coalesce(v.passes, 0) OR e.passed > {MOST_PASSES}
"""),
    ),
)


def _chain(session: Session, _moments: Moments) -> Broken:
    """The first broken entry: all hashes behind it rest on it."""
    broken = first_broken_entry(session)
    return Broken(0, ()) if broken is None else Broken(1, (str(broken),))


LOG: Final = Invariant("log_is_whole", "log_entry", "Die Kette des Änderungsprotokolls ist ungebrochen.", _chain)

RECORDS: Final = (
    Invariant(
        "reservation_has_consent",
        "reservation",
        "Zu jeder Reservierung ist die Zustimmung gespeichert.",
        by_sql("""
    SELECT r.id AS id FROM reservations r
    LEFT JOIN consents c ON c.reservation_id = r.id AND c.purpose IN ('terms', 'takeover') WHERE c.id IS NULL
"""),
    ),
    Invariant(
        "reservation_has_evidence",
        "reservation",
        "Zu jeder Reservierung ist festgehalten, was der Haushalt sah.",
        by_sql("""
    SELECT r.id AS id FROM reservations r
    LEFT JOIN evidence e ON e.reservation_id = r.id AND e.moment IN ('reserved', 'offer_accepted', 'taken_over')
    WHERE e.id IS NULL AND r.erased_at IS NULL AND r.created_at > :recorded_since
"""),
    ),
    Invariant(
        "text_is_kept",
        "text",
        "Jeder Text und jedes Preisbuch, das ein Nachweis nennt, ist aufbewahrt.",
        by_sql("""
    SELECT 'consent:' || n.sha256 AS id FROM (SELECT DISTINCT text_sha256 AS sha256 FROM consents) n
    LEFT JOIN kept_texts k ON k.sha256 = n.sha256 WHERE k.sha256 IS NULL
    UNION ALL
    SELECT 'evidence:' || n.sha256 AS id FROM (
        SELECT DISTINCT offer_sha256 AS sha256 FROM evidence
        UNION SELECT DISTINCT before_sha256 FROM evidence WHERE before_sha256 IS NOT NULL
        UNION SELECT DISTINCT texts_sha256 FROM evidence
    ) n LEFT JOIN kept_texts k ON k.sha256 = n.sha256 WHERE k.sha256 IS NULL
    UNION ALL
    SELECT k.kind || ':' || k.version AS id FROM kept_texts k
    LEFT JOIN kept_texts t ON t.kind NOT IN ('offer', 'shown_texts') AND k.content LIKE '%' || t.sha256 || '%'
    WHERE k.kind IN ('offer', 'shown_texts') GROUP BY k.kind, k.version, k.content
    HAVING count(DISTINCT t.sha256) < (length(k.content) - length(replace(k.content, 'sha256"', ''))) / 7
"""),
    ),
    Invariant(
        "text_is_unedited",
        "text",
        "Keine Fassung eines Textes hat zwei Wortlaute.",
        by_sql("""
    SELECT kind || ':' || version AS id FROM kept_texts GROUP BY kind, version HAVING count(*) > 1
"""),
    ),
    Invariant(
        "mail_has_reservation",
        "mail",
        "Jede Mail zu einer Reservierung hat ihre Reservierung.",
        by_sql("""
    SELECT m.id AS id FROM mails m
    LEFT JOIN reservations r ON r.id = CAST(substr(m.subject_ref, 13) AS bigint)
    WHERE m.subject_ref LIKE 'reservation:%' AND r.id IS NULL
"""),
    ),
    Invariant(
        "mail_is_once",
        "mail",
        "Kein Anlass hat zwei Mails.",
        by_sql("""
    SELECT min(id) AS id FROM mails GROUP BY dedupe_key HAVING count(*) > 1
    UNION ALL
    SELECT min(id) AS id FROM mails GROUP BY message_id HAVING count(*) > 1
"""),
    ),
    Invariant(
        "card_check_is_followed",
        "reservation",
        "Nach jeder offenen Kartenprüfung wird weiter gefragt, und nichts Vorgemerktes gilt als erledigt.",
        by_sql("""
    SELECT c.reservation_id AS id FROM card_checks c
    WHERE (c.state IN ('open', 'held') AND (c.look_at IS NULL OR c.ended_at IS NOT NULL))
       OR (c.state = 'held' AND c.held_at IS NULL)
"""),
    ),
    Invariant(
        "share_earns_once",
        "reservation",
        "An jedem Tag bringt ein Vertrag seinen ganzen Anteil oder nichts.",
        by_sql("""
    SELECT DISTINCT c.reservation_id AS id FROM contracts c
    JOIN share_periods begun ON begun.contract_id = c.id
    JOIN share_periods p ON p.contract_id = c.id AND p.first_day <= begun.first_day AND p.last_day >= begun.first_day
    GROUP BY c.id, c.reservation_id, c.annual_kwh, begun.id HAVING sum(p.annual_kwh) NOT IN (0, c.annual_kwh)
"""),
    ),
    Invariant(
        "shares_within_park",
        "park",
        "An keinem Tag bringen die Anteile eines Parks mehr, als er vergeben darf.",
        by_sql("""
    SELECT DISTINCT own.park_id AS id FROM contracts c
    JOIN reservations own ON own.id = c.reservation_id
    JOIN share_periods begun ON begun.contract_id = c.id
    JOIN reservations r ON r.park_id = own.park_id
    JOIN contracts other ON other.reservation_id = r.id
    JOIN share_periods p ON p.contract_id = other.id
        AND p.first_day <= begun.first_day AND p.last_day >= begun.first_day
    JOIN parks k ON k.id = own.park_id AND k.kwh_limit IS NOT NULL
    GROUP BY own.park_id, k.kwh_limit, begun.id HAVING sum(p.annual_kwh) > k.kwh_limit
"""),
    ),
    Invariant(
        "entry_sums_to_zero",
        "booking",
        "Soll und Haben jeder Buchung sind gleich.",
        by_sql("""
    SELECT e.id AS id FROM ledger_entries e
    LEFT JOIN ledger_postings p ON p.entry_id = e.id
    GROUP BY e.id HAVING count(p.entry_id) < 2 OR sum(p.amount_cents) <> 0
"""),
    ),
    Invariant(
        "refund_is_owed",
        "booking",
        "Niemand hat mehr erstattet bekommen, als ihm zustand, und niemandem wird erstattet, der noch etwas schuldet.",
        by_sql("""
    SELECT contract_id AS id FROM (
      SELECT contract_id,
        sum(CASE account WHEN 'refund_payable' THEN amount_cents ELSE 0 END) AS payable,
        sum(CASE account WHEN 'receivable' THEN amount_cents ELSE 0 END) AS owed
      FROM ledger_postings WHERE contract_id IS NOT NULL GROUP BY contract_id
    ) AS households WHERE payable > 0 OR (payable < 0 AND owed > 0)
"""),
    ),
    Invariant(
        # Other answers name a message of the contact form or a declaration.
        "answer_has_reservation",
        "answer",
        "Jede gemerkte Antwort ist vollständig, und ihre Reservierung gibt es.",
        by_sql("""
    SELECT i.key_hash AS id FROM idempotency_keys i
    LEFT JOIN reservations r ON r.reference = i.body ->> 'reference'
    WHERE i.status IS NULL OR (i.status = 200 AND substr(i.body ->> 'reference', 1, 3) = 'VG-' AND r.id IS NULL)
"""),
    ),
    LOG,
)
