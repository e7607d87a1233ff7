"""Which campaign a line of a cost file means."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import resolved
from services.campaigns.costs.names.names import folded_name, remembered_names
from services.campaigns.costs.platforms import Platform
from services.campaigns.models import Campaign, PlatformName


class CampaignFinder:
    """Finds the campaign a file means: by what was remembered of the platform's name for it, by its own name, by
    `source / medium / campaign`, or by its `utm_campaign`.
    """

    def __init__(self, session: Session, platform: Platform) -> None:
        self.names: dict[int, str] = {}
        self.remembered = remembered_names(session, platform)
        self._aliases = canonical_values(session)
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
            self._by_name[_plain(name)].append(id_)
            self._by_key[tuple(key)] = [id_]
            self._by_campaign[key[2]].append(id_)

    def find(self, said: str) -> Sequence[int]:
        """The matching ids: one, none, or several. Campaigns in use take precedence over archived ones."""
        if said not in self._seen:
            self._seen[said] = self._find(said)
        return self._seen[said]

    def recall(self, said: str) -> PlatformName | None:
        """What was remembered of this name; one without a campaign is always left out."""
        return self.remembered.get(folded_name(said))

    @property
    def in_use(self) -> dict[int, str]:
        """Campaigns that are not archived, with their names."""
        return {id_: name for id_, name in self.names.items() if id_ in self._live}

    @property
    def spellings(self) -> dict[int, tuple[str, str]]:
        """Name and `utm_campaign` of the campaigns in use."""
        return {id_: (name, self._values[id_]) for id_, name in self.in_use.items()}

    def _find(self, said: str) -> Sequence[int]:
        if not said.strip():
            return ()
        known = self.recall(said)
        if known is not None:
            return () if known.campaign_id is None else (known.campaign_id,)
        ids = self._by_name.get(_plain(said)) or self._of_key(said) or self._of_campaign(said) or []
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


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
