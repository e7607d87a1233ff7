"""Keeps the company's data that pages show, with the moment from which they showed them.

Every installation has the same texts; name, address and register are settings and may change. So a server that starts
with other data than the last one adds a kept text, as does who enters others in the console: its version is the moment,
its content the value of each placeholder. What was shown at a moment is the last version before it; returning to old
values adds a version again.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from services.privacy.models import KeptText
from services.privacy.published import Published, TextKind
from services.settings import Settings

_SETTING: Final = "company_"
_PLACE: Final = re.compile(r"__VOLTIGO_(COMPANY_[A-Z_]+?)__")


def keep_company(session: Session, settings: Settings, now: datetime) -> None:
    """Keep what this server is going to show as the company's data, unless it is what was shown before."""
    content = json.dumps(company_values(settings), indent=1, sort_keys=True, ensure_ascii=False)
    last = company_at(session, now)
    if last is not None and last.content == content:
        return
    version = now.astimezone(UTC).isoformat(timespec="microseconds")
    text = Published(TextKind.COMPANY, version, content)
    row = {"kind": text.kind.value, "version": version, "sha256": text.sha256, "content": content}
    session.execute(insert(KeptText).values(**row, kept_at=now))


def company_at(session: Session, at: datetime) -> KeptText | None:
    """What was shown as the company's data at a moment; None: it was not kept then."""
    before = (KeptText.kind == TextKind.COMPANY.value) & (KeptText.kept_at <= at)
    return session.scalars(
        select(KeptText).where(before).order_by(KeptText.kept_at.desc(), KeptText.version.desc()).limit(1)
    ).one_or_none()


def filled(content: str, company: KeptText | None) -> str:
    """A text as it was shown with these data. A place that they have no value for stays as it is."""
    return _filled(content, json.loads(company.content) if company else {})


def filled_now(content: str, settings: Settings) -> str:
    """A text as this server shows it."""
    return _filled(content, company_values(settings))


def _filled(content: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: values.get(found[1], found[0]), content)


def company_values(settings: Settings) -> dict[str, str]:
    """The value of each place by its name, as pages show it."""
    return {name.upper(): str(getattr(settings, name)) for name in Settings.model_fields if name.startswith(_SETTING)}
