"""Webhooks and tokens, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    remark,
    table_of,
    without_person,
)
from services.integrations.models import (
    Delivery,
    MachineToken,
    WebhookAttempt,
    WebhookCursor,
    WebhookEndpoint,
    WebhookSecret,
)

TABLES: Final = (
    Description(
        table_of(WebhookEndpoint),
        "id url events version created_by created_at removed_at paused_at paused_by paused_because failures "
        "failing_since rests_until lease_owner leased_until",
        label="Webhooks",
        purpose="Angebundene Systeme erfahren, was geschieht.",
        basis=INTEREST,
        rule="remarks",
        personal={"name": remark("Name in Worten des Teams")},
        dated_by="created_at",
    ),
    without_person(WebhookSecret, "id endpoint_id seed fingerprint created_at ends_at"),
    Description(
        table_of(Delivery),
        "id endpoint_id message_id event is_test state attempts tries next_attempt_at happened_at "
        "delivered_at problem status",
        label="Zustellungen an angebundene Systeme",
        purpose="Nachweis, was ein angebundenes System erfahren hat: Nummer und Stand, keine Namen.",
        basis=INTEREST,
        rule="deliveries",
        personal={
            "subject": Personal("Worum es geht", Effect.DELETE),
            "payload": Personal("Inhalt", Effect.DELETE),
            "created_at": Personal("Gemeldet am", Effect.DELETE),
        },
        leads=(Lead(Subject.RESERVATION, "subject", is_reference=True),),
        dated_by="created_at",
    ),
    without_person(WebhookAttempt, "id delivery_id number at duration_ms status problem"),
    without_person(WebhookCursor, "id audit_id"),
    Description(
        table_of(MachineToken),
        "id beginning token_hash schedules created_by created_at expires_at last_used_at revoked_at revoked_by",
        label="Zugangsschlüssel",
        purpose="Andere Programme lesen Berichte.",
        basis=INTEREST,
        rule="remarks",
        personal={"name": remark("Name in Worten des Teams")},
        dated_by="created_at",
    ),
)
