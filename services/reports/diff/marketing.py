"""Causes of change from marketing entries (aliases, campaigns, costs) and from late visits."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, func, or_, select

from services.campaigns.models import Alias, Campaign, CampaignCost
from services.core.money import format_eur
from services.core.personal_text import REDACTED, redacted
from services.reports.diff.window import Cause, Moment, Window, cause, counted, iso_day_in_german, subject_id
from services.reports.parameters import LABELS
from services.staff.models import AuditEntry
from services.visits.models import Visit

_TAGS: Final = ("utm_source", "utm_medium", "utm_campaign")
_CAMPAIGN_STEPS: Final = {
    "campaign.added": ("campaign_added", "wurde angelegt."),
    "campaign.archived": ("campaign_archived", "wurde archiviert."),
    "campaign.unarchived": ("campaign_unarchived", "wurde zurückgeholt."),
}
_ENTERED: Final = {True: "Kosten für einen Tag wurden nachgetragen.", False: "Kosten für {n} Tage wurden nachgetragen."}
_ALTERED: Final = {True: "Kosten eines Tages wurden geändert.", False: "Kosten von {n} Tagen wurden geändert."}
_REMOVED: Final = {True: "Kosten eines Tages wurden entfernt.", False: "Kosten von {n} Tagen wurden entfernt."}
_READ: Final = {
    True: "Eine Kostendatei wurde eingelesen: ein Tag im Zeitraum.",
    False: "Eine Kostendatei wurde eingelesen: {n} Einträge im Zeitraum.",
}
_UNREAD: Final = {
    True: "Das Einlesen einer Kostendatei wurde zurückgenommen: ein Eintrag im Zeitraum.",
    False: "Das Einlesen einer Kostendatei wurde zurückgenommen: {n} Einträge im Zeitraum.",
}
_TARGETS: Final = {
    True: "Was ein Vertrag kosten darf, wurde neu festgelegt.",
    False: "Was ein Vertrag kosten darf, wurde {n}-mal neu festgelegt.",
}
_NOTES: Final = {
    True: "Eine Anmerkung an einem Tag des Zeitraums wurde geschrieben, geändert oder entfernt.",
    False: "{n}-mal wurden Anmerkungen an Tagen des Zeitraums geschrieben, geändert oder entfernt.",
}
_VISITS: Final = {
    True: "Ein Ereignis eines Besuchs kam hinzu.",
    False: "{n} Ereignisse von Besuchen kamen hinzu.",
}


def alias_causes(window: Window, values: set[str]) -> Iterator[Cause]:
    """Aliases added or undone. `values`: texts identifying the rows that differ."""
    if not window.needs_any("aliases"):
        return
    page = window.place("/aliases/assigned")
    entries = window.entries(["alias.added", "alias.undone"])
    spelt = _spellings(window, {subject_id(entry) for entry in entries})
    for entry in entries:
        raw, canonical = spelt.get(subject_id(entry), REDACTED), entry.details["canonical"]
        label = LABELS.get(f"only_{entry.details['field']}", str(entry.details["field"]))
        is_added = entry.action == "alias.added"
        verb = "zählt jetzt als" if is_added else "zählt nicht mehr als"
        words = f"{label}: „{raw}“ {verb} „{canonical}“."
        named = [f"„{value}“" for value in (raw, canonical) if value in values]
        effect = f"Betroffen: die Zeilen {' und '.join(named)}." if named else ""
        kind = "alias_added" if is_added else "alias_undone"
        yield cause(kind, words, [Moment(entry.at, words, entry.actor, page)], effect=effect, path=page)


def campaign_causes(window: Window) -> Iterator[Cause]:
    """Campaigns registered, changed, archived or restored."""
    if not window.needs_any("campaigns"):
        return
    entries = window.entries([*_CAMPAIGN_STEPS, "campaign.edited"])
    names = _names(window, {subject_id(entry) for entry in entries})
    for entry in entries:
        campaign = f"Kampagne „{names.get(subject_id(entry), subject_id(entry))}“"
        if entry.action == "campaign.edited":
            found = _edited(entry, campaign)
            if found is None:
                continue
            kind, words = found
        else:
            kind, verb = _CAMPAIGN_STEPS[entry.action]
            words = f"{campaign} {verb}"
        page = window.place(f"/campaigns/{subject_id(entry)}/show")
        yield cause(kind, words, [Moment(entry.at, words, entry.actor, page)], path=page)


def _edited(entry: AuditEntry, campaign: str) -> tuple[str, str] | None:
    """Which fields of a campaign changed; None if only its remark did."""
    before, after = entry.details.get("before", {}), entry.details.get("after", {})
    tags = [f"{LABELS[f'only_{tag}']} „{before[tag]}“ → „{after[tag]}“" for tag in _TAGS if tag in after]
    if tags:
        return "campaign_tags", f"{campaign} zählt mit anderen Werten: {', '.join(tags)}."
    is_seen = bool(after) or entry.details.get("name_changed", False)
    return ("campaign_edited", f"{campaign} wurde geändert.") if is_seen else None


def cost_causes(window: Window) -> Iterator[Cause]:
    """Costs of the period entered, changed, removed, imported or undone."""
    if not window.needs_any("campaign_costs", "events"):
        return
    entries = window.entries(["cost.set", "cost.removed", "cost_import.added", "cost_import.undone"])
    by_hand = [entry for entry in entries if entry.action.startswith("cost.") and _is_in(window, entry)]
    names = _names(window, {subject_id(entry) for entry in by_hand})
    groups = (
        ("cost_entered", _ENTERED, [e for e in by_hand if e.details["before"] is None]),
        ("cost_changed", _ALTERED, [e for e in by_hand if None not in (e.details["before"], e.details["after"])]),
        ("cost_removed", _REMOVED, [e for e in by_hand if e.details["after"] is None]),
    )
    for kind, words, found in groups:
        if found:
            yield _costs(window, kind, words, found, names)
    for entry in entries:
        if entry.action.startswith("cost_import."):
            yield from _import(window, entry)


def target_causes(window: Window) -> Iterator[Cause]:
    """Another line by which campaigns are judged."""
    if not window.needs_any("contract_targets"):
        return
    entries = window.entries(["contract_target.set"])
    page = window.place("/reports/money")
    moments = [
        Moment(entry.at, f"Ziel je Vertrag: {format_eur(entry.details['cents'])}", entry.actor, page)
        for entry in entries
    ]
    if moments:
        yield cause("contract_target", counted(len(entries), _TARGETS), moments, path=page)


def note_causes(window: Window) -> Iterator[Cause]:
    """Notes written, changed or removed, for reports that list what happened."""
    if not window.needs_any("events"):
        return
    entries = [one for one in window.entries(["note.added", "note.edited", "note.removed"]) if _is_in(window, one)]
    page = window.place("/notes")
    moments = [
        Moment(one.at, f"Anmerkung zum {iso_day_in_german(one.details['day'])}", one.actor, page) for one in entries
    ]
    if moments:
        yield cause("note_changed", counted(len(entries), _NOTES), moments, path=page)


def _is_in(window: Window, entry: AuditEntry) -> bool:
    first = entry.details.get("day")
    return first is not None and window.holds(datetime.fromisoformat(first).date())


def _costs(
    window: Window, kind: str, words: Mapping[bool, str], entries: Sequence[AuditEntry], names: Mapping[int, str]
) -> Cause:
    moments = []
    for entry in entries:
        id_, details = subject_id(entry), entry.details
        told = f"„{names.get(id_, id_)}“ am {iso_day_in_german(details['day'])}: {_amounts(details)}"
        moments.append(Moment(entry.at, told, entry.actor, window.place(f"/campaigns/{id_}/show")))
    net = sum((entry.details["after"] or 0) - (entry.details["before"] or 0) for entry in entries)
    page = moments[0].path if len({moment.path for moment in moments}) == 1 else window.place("/campaigns")
    return cause(kind, counted(len(entries), words), moments, effect=_net(net), path=page)


def _amounts(details: Mapping[str, Any]) -> str:
    before, after = (None if details[side] is None else format_eur(details[side]) for side in ("before", "after"))
    if before is None:
        return str(after)
    return f"{before} → {after}" if after is not None else f"{before} entfernt"


def _net(cents: int) -> str:
    if cents == 0:
        return "In der Summe gleich."
    return f"Kosten {'+' if cents > 0 else '−'}{format_eur(abs(cents))}."


def _import(window: Window, entry: AuditEntry) -> Iterator[Cause]:
    """An import, limited to the period. Costs it replaced are subtracted from those it added."""
    id_ = subject_id(entry)
    brought, cents = _sum(window, CampaignCost.import_id == id_)
    if brought == 0:
        return
    page = window.place("/costs")
    if entry.action == "cost_import.added":
        replaced = CampaignCost.removed_by_import_id == id_
        words, effect = counted(brought, _READ), _net(cents - _sum(window, replaced)[1])
        kind = "cost_import_added"
    else:
        words = counted(brought, _UNREAD)
        effect = _net(-cents) if not entry.details.get("restored") else ""
        kind = "cost_import_undone"
    yield cause(kind, words, [Moment(entry.at, words, entry.actor, page)], count=brought, effect=effect, path=page)


def _sum(window: Window, of_import: ColumnElement[bool]) -> tuple[int, int]:
    """Number and total of these costs within the period."""
    query = select(CampaignCost.day, CampaignCost.cents).where(of_import)
    rows = [cents for day, cents in window.session.execute(query) if window.holds(day)]
    return len(rows), sum(rows)


def visit_causes(window: Window) -> Iterator[Cause]:
    """Visit events of days in the period that were stored later."""
    if not window.needs_any("visits", "visit_days"):
        return
    query = select(func.count(), func.min(Visit.at), func.max(Visit.at)).where(
        Visit.id > window.since.visits, Visit.id <= window.until.visits
    )
    if not window.with_bots:
        query = query.where(Visit.is_bot.is_(False), Visit.is_referrer_spam.is_(False))
    if window.periods:
        query = query.where(or_(*(Visit.day.between(*period) for period in window.periods)))
    count, first, last = window.session.execute(query).one()
    if count:
        yield Cause("visit_added", counted(count, _VISITS), count, "", [], None, first, last)


def _spellings(window: Window, ids: set[int]) -> dict[int, str]:
    """The raw values of aliases by their ids. One that named an erased household is gone."""
    rows = window.session.execute(select(Alias.id, Alias.raw).where(Alias.id.in_(ids)))
    return {row.id: redacted(row.raw) for row in rows}


def _names(window: Window, ids: set[int]) -> dict[int, str]:
    if not ids:
        return {}
    rows = window.session.execute(select(Campaign.id, Campaign.name).where(Campaign.id.in_(ids)))
    return {row.id: row.name for row in rows}
