"""Rules of what is kept beside a reservation: consent, evidence, mails, answers, the log."""

from typing import Final

from sqlalchemy.orm import Session

from services.invariants.invariant import Broken, Invariant, Moments, by_sql
from services.staff.audit import first_broken_entry

_EVIDENCE: Final = "Nachweise"
_OTHERS: Final = "Mails und Protokoll"
_RESERVATION: Final = "reservation"

_WITHOUT_CONSENT: Final = """
    SELECT r.id AS id FROM reservations r
    LEFT JOIN consents c ON c.reservation_id = r.id AND c.purpose = 'terms' WHERE c.id IS NULL
"""
_WITHOUT_EVIDENCE: Final = """
    SELECT r.id AS id FROM reservations r
    LEFT JOIN evidence e ON e.reservation_id = r.id AND e.moment IN ('reserved', 'offer_accepted', 'taken_over')
    WHERE e.id IS NULL AND r.erased_at IS NULL AND r.created_at > :recorded_since
"""
_TEXT_NOT_KEPT: Final = """
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
"""
_TEXT_EDITED: Final = """
    SELECT kind || ':' || version AS id FROM kept_texts GROUP BY kind, version HAVING count(*) > 1
"""
_MAIL_WITHOUT_RESERVATION: Final = """
    SELECT m.id AS id FROM mails m
    LEFT JOIN reservations r ON r.id = CAST(substr(m.subject_ref, 13) AS bigint)
    WHERE m.subject_ref LIKE 'reservation:%' AND r.id IS NULL
"""
_MAIL_TWICE: Final = """
    SELECT min(id) AS id FROM mails GROUP BY dedupe_key HAVING count(*) > 1
    UNION ALL
    SELECT min(id) AS id FROM mails GROUP BY message_id HAVING count(*) > 1
"""
_ANSWER_WITHOUT_RESERVATION: Final = """
    SELECT i.key_hash AS id FROM idempotency_keys i
    LEFT JOIN reservations r ON r.reference = i.body ->> 'reference'
    WHERE i.status IS NULL OR (i.status = 200 AND substr(i.body ->> 'reference', 1, 3) = 'VG-' AND r.id IS NULL)
"""
"""Other answers name a message of the contact form or a declaration."""


def _chain(session: Session, _moments: Moments) -> Broken:
    """The first broken entry: all hashes behind it rest on it."""
    broken = first_broken_entry(session)
    return Broken(0, ()) if broken is None else Broken(1, (str(broken),))


LOG: Final = Invariant(
    "log_is_whole", _OTHERS, "Die Kette des Änderungsprotokolls ist ungebrochen.", "log_entry", _chain
)
RECORDS: Final = (
    Invariant(
        "reservation_has_consent",
        _EVIDENCE,
        "Zu jeder Reservierung ist die Zustimmung gespeichert.",
        _RESERVATION,
        by_sql(_WITHOUT_CONSENT),
    ),
    Invariant(
        "reservation_has_evidence",
        _EVIDENCE,
        "Zu jeder Reservierung ist festgehalten, was der Haushalt sah.",
        _RESERVATION,
        by_sql(_WITHOUT_EVIDENCE),
    ),
    Invariant(
        "text_is_kept",
        _EVIDENCE,
        "Jeder Text und jedes Preisbuch, das ein Nachweis nennt, ist aufbewahrt.",
        "text",
        by_sql(_TEXT_NOT_KEPT),
    ),
    Invariant(
        "text_is_unedited",
        _EVIDENCE,
        "Keine Fassung eines Textes hat zwei Wortlaute.",
        "text",
        by_sql(_TEXT_EDITED),
    ),
    Invariant(
        "mail_has_reservation",
        _OTHERS,
        "Jede Mail zu einer Reservierung hat ihre Reservierung.",
        "mail",
        by_sql(_MAIL_WITHOUT_RESERVATION),
    ),
    Invariant("mail_is_once", _OTHERS, "Kein Anlass hat zwei Mails.", "mail", by_sql(_MAIL_TWICE)),
    Invariant(
        "answer_has_reservation",
        _OTHERS,
        "Jede gemerkte Antwort ist vollständig, und ihre Reservierung gibt es.",
        "answer",
        by_sql(_ANSWER_WITHOUT_RESERVATION),
    ),
    LOG,
)
