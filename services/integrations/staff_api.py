"""Staff API for webhooks and machine tokens, for administrators."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.core.http.dependencies import ClockOf
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.integrations import endpoints, tokens
from services.integrations.addresses import rules_of, system_lookup
from services.integrations.delivery import WebhookDelivery
from services.integrations.endpoints import check_url
from services.integrations.errors import UnknownDelivery
from services.integrations.events import EVENTS
from services.integrations.models import Delivery, DeliveryState, MachineToken, WebhookEndpoint
from services.integrations.views import (
    EventOut,
    MachineTokenIn,
    MachineTokenOut,
    MachineTokensOut,
    NewMachineTokenOut,
    NewWebhookOut,
    ReplayedOut,
    WebhookDeliveriesOut,
    WebhookDeliveryShowOut,
    WebhookEditIn,
    WebhookIn,
    WebhookOut,
    WebhooksOut,
    shown_delivery,
    shown_webhooks,
    shown_whole,
)
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="webhooks")
token_router = StaffRouter(tag="machine tokens")
_EDITS = stale(WebhookOut)


class WebhookDeliveriesQuery(ListQuery):
    sort: Literal["happened_at"] = "happened_at"
    order: Literal["asc", "desc"] = "desc"
    state: DeliveryState | None = None
    event: str | None = Field(None, max_length=60)


def _shown(session: Session, call: Call, endpoint: WebhookEndpoint) -> WebhookOut:
    session.flush()
    return shown_webhooks(session, [endpoint], call.now)[0]


def _with_secret(session: Session, call: Call, made: tuple[WebhookEndpoint, str]) -> NewWebhookOut:
    endpoint, secret = made
    return NewWebhookOut(**_shown(session, call, endpoint).model_dump(), secret=secret)


@router.get("/webhooks")
def list_webhooks(session: Reads, call: CallOf, _staff: AdminOf) -> WebhooksOut:
    """All webhooks, and the available events."""
    data = shown_webhooks(session, endpoints.all_endpoints(session), call.now)
    return WebhooksOut(data=data, events=[EventOut(type=name, words=words) for name, words in EVENTS.items()])


@router.post("/webhooks", status_code=201)
def add_webhook(body: WebhookIn, call: CallOf, staff: ConfirmedAdminOf) -> NewWebhookOut:
    """Create a webhook; only this answer shows its secret."""
    check_url(body.url, rules_of(call.settings), system_lookup)

    def unit(session: Session) -> NewWebhookOut:
        made = endpoints.add(session, body, staff.actor, call.settings.secret_key, call.now)
        return _with_secret(session, call, made)

    return call.db.write(unit)


@router.get("/webhooks/{id}")
def get_webhook(id: RowId, session: Reads, call: CallOf, _staff: AdminOf) -> WebhookOut:
    """One webhook."""
    return shown_webhooks(session, [endpoints.find(session, id)], call.now)[0]


@router.put("/webhooks/{id}", responses=_EDITS)
def edit_webhook(id: RowId, body: WebhookEditIn, call: CallOf, staff: ConfirmedAdminOf) -> WebhookOut:
    """Set name, address and events."""
    check_url(body.url, rules_of(call.settings), system_lookup)

    def unit(session: Session) -> WebhookOut:
        edits = acts(f"webhook:{id}", "webhook.edited")
        with with_current(session, lambda: _shown(session, call, endpoints.find(session, id)), edits):
            return _shown(session, call, endpoints.edit(session, id, body, staff.actor, call.now))

    return call.db.write(unit)


@router.delete("/webhooks/{id}", status_code=204)
def remove_webhook(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> None:
    """Remove it."""
    endpoints.remove(session, id, staff.actor, call.now)


@router.post("/webhooks/{id}/pause")
def pause_webhook(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> WebhookOut:
    """Pause deliveries."""
    return _shown(session, call, endpoints.pause(session, id, staff.actor, call.now))


@router.post("/webhooks/{id}/resume")
def resume_webhook(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> WebhookOut:
    """Resume deliveries, starting with those that were collected."""
    return _shown(session, call, endpoints.resume(session, id, staff.actor, call.now))


@router.post("/webhooks/{id}/secret")
def rotate_webhook_secret(id: RowId, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> NewWebhookOut:
    """Create a new secret; for a day, requests are signed with the old one as well."""
    made = endpoints.rotate(session, id, staff.actor, call.settings.secret_key, call.now)
    return _with_secret(session, call, made)


@router.post("/webhooks/{id}/test")
def test_webhook(id: RowId, call: CallOf, staff: AdminOf, clock: ClockOf) -> WebhookDeliveryShowOut:
    """Send a test event once; the answer has the result."""
    due = call.db.write(lambda session: endpoints.add_test(session, id, staff.actor, call.now))
    WebhookDelivery(call.db, call.settings, clock).send_test(due)
    with call.db.read() as session:
        return get_webhook_delivery(due.id, session, staff)


@router.post("/webhooks/{id}/replay")
def replay_failed_deliveries(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> ReplayedOut:
    """Send failed deliveries again."""
    return ReplayedOut(count=endpoints.replay_failed(session, id, staff.actor, call.now))


@router.get("/webhooks/{id}/deliveries")
def list_webhook_deliveries(
    id: RowId, wanted: Annotated[WebhookDeliveriesQuery, Query()], session: Reads, _staff: AdminOf
) -> WebhookDeliveriesOut:
    """Deliveries of a webhook, the latest first."""
    query = select(Delivery).where(Delivery.endpoint_id == id)
    if wanted.state is not None:
        query = query.where(Delivery.state == wanted.state.value)
    if wanted.event is not None:
        query = query.where(Delivery.event == wanted.event)
    endpoints.find(session, id)
    rows, has_next = page_of(session, query, wanted, (Delivery.id,))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    return WebhookDeliveriesOut(data=[shown_delivery(row) for row in rows], has_next=has_next, total=total)


@router.get("/webhook-deliveries/{id}")
def get_webhook_delivery(id: RowId, session: Reads, _staff: AdminOf) -> WebhookDeliveryShowOut:
    """One delivery with its body and every attempt."""
    found = session.get(Delivery, id)
    if found is None:
        raise UnknownDelivery
    return shown_whole(session, found)


@router.post("/webhook-deliveries/{id}/replay")
def replay_webhook_delivery(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> WebhookDeliveryShowOut:
    """Send a delivery again, under the same id."""
    endpoints.replay(session, id, staff.actor, call.now)
    return get_webhook_delivery(id, session, staff)


def _tokens_out(session: Session, rows: Sequence[MachineToken], now: datetime) -> list[MachineTokenOut]:
    names = actor_names(session, {by for row in rows for by in (row.created_by, row.revoked_by or "")})
    found = []
    for row in rows:
        state = "revoked" if row.revoked_at else "valid" if tokens.is_valid(row, now) else "expired"
        who = {"created_by_name": names.get(row.created_by), "revoked_by_name": names.get(row.revoked_by or "")}
        found.append(MachineTokenOut.model_validate(Extended(row, state=state, **who)))
    return found


@token_router.get("/machine-tokens")
def list_machine_tokens(session: Reads, call: CallOf, _staff: AdminOf) -> MachineTokensOut:
    """All tokens, including expired and revoked ones."""
    latest_first = select(MachineToken).order_by(MachineToken.id.desc())
    return MachineTokensOut(data=_tokens_out(session, session.scalars(latest_first).all(), call.now))


@token_router.post("/machine-tokens", status_code=201)
def add_machine_token(
    body: MachineTokenIn, session: Writes, call: CallOf, staff: ConfirmedAdminOf
) -> NewMachineTokenOut:
    """Create a token; only this answer shows it."""
    row, token = tokens.add(session, body, staff.actor, call.now)
    return NewMachineTokenOut(**_tokens_out(session, [row], call.now)[0].model_dump(), token=token)


@token_router.post("/machine-tokens/{id}/revoke")
def revoke_machine_token(id: RowId, session: Writes, call: CallOf, staff: AdminOf) -> MachineTokenOut:
    """Revoke a token at once."""
    return _tokens_out(session, [tokens.revoke(session, id, staff.actor, call.now)], call.now)[0]
