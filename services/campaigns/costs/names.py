"""Finds the campaign that a file means, and remembers an ad platform's names for ours, so that next month's file needs
no editing.

A name belongs to one campaign, or is always left out. Forgotten names are kept with who forgot them and when.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.canonical import Aliases, resolved
from services.campaigns.costs.mapping import Platform
from services.campaigns.costs.schemas import PlatformNameIn
from services.campaigns.errors import UnknownPlatformName
from services.campaigns.locks import Lock, hold
from services.campaigns.models import Campaign, PlatformName
from services.staff import audit

LIVE = PlatformName.forgotten_at.is_(None)
_MOST: Final = 3
_ALIKE: Final = 0.45
"""Below it two names are alike by chance: `Herbst` and `Frühling`."""
_NO_LETTER = re.compile(r"[\W_]+")
_LONGEST = 100


def _folded(name: str) -> str:
    """A platform's name as it is compared: without regard to case and to how many blanks it has."""
    return " ".join(name.casefold().split())


def names_of(session: Session) -> Sequence[PlatformName]:
    """Every remembered name, by platform and name."""
    return session.scalars(select(PlatformName).where(LIVE).order_by(PlatformName.platform, PlatformName.folded)).all()


def remember(session: Session, wanted: PlatformNameIn, actor: str, now: datetime) -> PlatformName:
    """Remember what a name means, in place of what it meant before; UnknownCampaign."""
    hold(session, Lock.COSTS)
    if wanted.campaign_id is not None:
        campaigns.find(session, wanted.campaign_id)
    folded = _folded(wanted.name)
    live = select(PlatformName).where(PlatformName.platform == wanted.platform, PlatformName.folded == folded, LIVE)
    before = session.scalars(live.with_for_update()).first()
    if before is not None and before.campaign_id == wanted.campaign_id:
        return before
    if before is not None:
        before.forgotten_at, before.forgotten_by = now, actor
        session.flush()
    row = PlatformName(
        platform=wanted.platform,
        name=wanted.name,
        folded=folded,
        campaign_id=wanted.campaign_id,
        created_at=now,
        created_by=actor,
    )
    session.add(row)
    session.flush()
    _tell(session, row, "remembered", actor, now)
    return row


def forget(session: Session, name_id: int, actor: str, now: datetime) -> PlatformName:
    """Forget a name; costs imported under it stay. Raises UnknownPlatformName, also if it was forgotten before."""
    hold(session, Lock.COSTS)
    row = session.get(PlatformName, name_id, with_for_update=True, populate_existing=True)
    if row is None or row.forgotten_at is not None:
        raise UnknownPlatformName
    row.forgotten_at, row.forgotten_by = now, actor
    session.flush()
    _tell(session, row, "forgotten", actor, now)
    return row


def _tell(session: Session, row: PlatformName, what: str, actor: str, now: datetime) -> None:
    # Without the name: it is free text of another system, and the log only grows.
    details = {"platform": row.platform, "campaign_id": row.campaign_id}
    audit.append(session, [audit.Event(actor, f"platform_name.{what}", f"platform_name:{row.id}", details)], now)


class CampaignFinder:
    """Finds the campaign that a file means: by the platform's name as remembered, by its own name, by
    `source / medium / campaign`, or by its `utm_campaign`.
    """

    def __init__(self, session: Session, platform: Platform, aliases: Aliases) -> None:
        self.names: dict[int, str] = {}
        remembered = session.scalars(select(PlatformName).where(PlatformName.platform == platform, LIVE))
        self._remembered = {row.folded: row for row in remembered}
        self._aliases = aliases
        self._live: set[int] = set()
        self._values: dict[int, str] = {}
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[tuple[str, ...], list[int]] = {}
        self._by_campaign: dict[str, list[int]] = defaultdict(list)
        self._seen: dict[str, Sequence[int]] = {}
        rows = session.execute(
            select(
                Campaign.id, Campaign.name, Campaign.archived_at,
                Campaign.utm_source, Campaign.utm_medium, Campaign.utm_campaign,
            ).order_by(Campaign.id)
        )  # fmt: skip
        for id_, name, archived_at, *key in rows:
            self.names[id_] = name
            self._values[id_] = key[2]
            if archived_at is None:
                self._live.add(id_)
            self._by_name[_folded(name)].append(id_)
            self._by_key[tuple(key)] = [id_]
            self._by_campaign[key[2]].append(id_)

    def find(self, said: str) -> Sequence[int]:
        """The matching ids: one, none, or several. Campaigns in use take precedence over archived ones."""
        if said not in self._seen:
            self._seen[said] = self._find(said)
        return self._seen[said]

    def recall(self, said: str) -> PlatformName | None:
        """What was remembered of this name; one without a campaign is always left out."""
        return self._remembered.get(_folded(said))

    @property
    def in_use(self) -> dict[int, str]:
        """Campaigns that are not archived, with their names."""
        return {id_: name for id_, name in self.names.items() if id_ in self._live}

    def similar(self, said: str) -> list[int]:
        """At most three campaigns in use whose name or `utm_campaign` is like it, the most similar first."""
        meant = _letters(said)
        matcher = SequenceMatcher(b=meant, autojunk=False)
        scores = {
            id_: max(_score(matcher, meant, name), _score(matcher, meant, self._values[id_]))
            for id_, name in self.in_use.items()
        }
        best = sorted((id_ for id_, score in scores.items() if score >= _ALIKE), key=lambda id_: (-scores[id_], id_))
        return best[:_MOST]

    def _find(self, said: str) -> Sequence[int]:
        if not said.strip():
            return ()
        known = self.recall(said)
        if known is not None:
            return () if known.campaign_id is None else (known.campaign_id,)
        ids = self._by_name.get(_folded(said)) or self._of_key(said) or self._of_campaign(said) or []
        return [id_ for id_ in ids if id_ in self._live] or ids

    def _of_key(self, said: str) -> list[int] | None:
        parts = said.split("/")
        if len(parts) != 3:
            return None
        fields = ("utm_source", "utm_medium", "utm_campaign")
        key = tuple(resolved(field, part, self._aliases) for field, part in zip(fields, parts, strict=True))
        return self._by_key.get(key)

    def _of_campaign(self, said: str) -> list[int] | None:
        return self._by_campaign.get(resolved("utm_campaign", said, self._aliases))


def _score(matcher: SequenceMatcher[str], meant: str, spelling: str) -> float:
    """Similarity of two names: the longest common piece of the shorter one, and the ratio as a whole.

    `DE_Search_Generic_SolarOhneDach` holds all of `Solar ohne Dach`.
    """
    folded = _letters(spelling)
    shorter = min(len(folded), len(meant))
    if shorter < 3:
        return 0.0
    matcher.set_seq1(folded)
    piece = matcher.find_longest_match().size / shorter
    return max(piece * 0.95, matcher.ratio()) if matcher.real_quick_ratio() >= 0.1 else 0.0


def _letters(name: str) -> str:
    return _NO_LETTER.sub("", name.casefold())[:_LONGEST]
