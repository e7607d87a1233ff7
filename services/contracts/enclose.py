"""Loads the papers of a contract into the mail that brings them."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from services.contracts.models import ContractDocument
from services.mail.outbox import Leased
from services.mail.reservation_letters import ContractAsked, ContractClosed, ContractTakenOver


def with_papers(session: Session, mail: Leased, _now: datetime) -> Leased:
    """The mail with its papers; those that are gone stay empty, which makes the mail fail."""
    ids = [file.row for file in mail.attachments if file.row is not None]
    query = select(ContractDocument).where(ContractDocument.id.in_(ids)).options(undefer(ContractDocument.content))
    rows = {row.id: row for row in session.scalars(query)}
    files = tuple(
        replace(file, name=row.filename, media_type="application/pdf", content=row.content)
        if (row := rows.get(file.row or 0))
        else file
        for file in mail.attachments
    )
    return replace(mail, attachments=files)


LAST_LOOKS: Final = {one.kind: with_papers for one in (ContractClosed, ContractAsked, ContractTakenOver)}
"""Hooks called by mail delivery before sending."""
