"""Channel groups: the rules of `channel_groups.toml` in Python and as a SQL macro, their labels also in TypeScript."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

RULES_FILE: Final = Path(__file__).with_name("channel_groups.toml")
_SEPARATORS: Final = "-_. "
_VALUE: Final = re.compile(r"=?[a-z0-9.*_-]+")
_ALONE: Final = "="
_COUNTRY: Final = r"[a-z]{2,3}([.][a-z]{2})?"
"""What may follow a name such as `google.*`."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group with its German label. `meaning` is empty where the rules themselves explain it."""

    name: str
    label: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """The conditions of one rule: tags, or the site of a touch without tags. An empty condition always holds."""

    group: str
    source: tuple[str, ...] = ()
    medium: tuple[str, ...] = ()
    site: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChannelGroups:
    """The file."""

    groups: tuple[Group, ...]
    rules: tuple[Rule, ...]


def read(text: str) -> ChannelGroups:
    """Parse the rules. Raises ValueError for a group or a value that cannot be one."""
    told = tomllib.loads(text)
    groups = tuple(Group(**group) for group in told["groups"])
    rules = tuple(_rule(rule, told["values"]) for rule in told["rules"])
    names = {group.name for group in groups}
    for rule in rules:
        wrong = [value for value in (*rule.source, *rule.medium, *rule.site) if not _VALUE.fullmatch(value)]
        if wrong or rule.group not in names:
            raise ValueError(f"{rule.group}: no such group, or no such values: {wrong}")
    return ChannelGroups(groups, rules)


def _rule(told: Mapping[str, Any], values: Mapping[str, list[str]]) -> Rule:
    """A condition is a list, or the name of one."""
    conditions = {name: told.get(name, []) for name in ("source", "medium", "site")}
    return Rule(
        told["group"],
        **{name: tuple(values[one] if isinstance(one, str) else one) for name, one in conditions.items()},
    )


CHANNEL_GROUPS: Final = read(RULES_FILE.read_text(encoding="utf-8"))
LABELS: Final[Mapping[str, str]] = {group.name: group.label for group in CHANNEL_GROUPS.groups}
"""German labels in the order in which groups are listed."""


def group_of(origin: Mapping[str, str]) -> str:
    """The group of a touch, by its fields under the names valid now. The same as `channel_group_of` in SQL."""
    if origin["utm_source"] or origin["utm_medium"] or origin["utm_campaign"]:
        source, medium = _plain(origin["utm_source"]), _plain(origin["utm_medium"])
        return next((rule.group for rule in _TAG_RULES if _fits(rule, source, medium)), "unassigned")
    if origin["referral_code"]:
        return "code"
    if host := origin["referrer_host"]:
        return next((rule.group for rule in _SITE_RULES if re.search(_pattern(rule), host)), "other_site")
    landing = origin["landing_path"]
    return {"": "direct_unknown", "/": "direct_home"}.get(landing, "direct_deep")


def _fits(rule: Rule, source: str, medium: str) -> bool:
    return _holds(rule.source, source) and _holds(rule.medium, medium)


def _holds(values: tuple[str, ...], value: str) -> bool:
    return not values or value in {_plain(one) for one in values}


def _plain(value: str) -> str:
    return value.translate(str.maketrans("", "", _SEPARATORS))


def _pattern(rule: Rule) -> str:
    """A regular expression that finds the rule's sites, and the subdomains of those that are not meant alone."""
    alone = [_name(site) for site in rule.site if site.startswith(_ALONE)]
    names = [_name(site) for site in rule.site if not site.startswith(_ALONE)]
    return "|".join(
        [f"(^|[.])({'|'.join(names)})$"] * bool(names) + [f"^({'|'.join(alone)})$"] * bool(alone),
    )


def _name(site: str) -> str:
    name = site.removeprefix(_ALONE)
    return re.escape(name.removesuffix(".*")) + (f"[.]{_COUNTRY}" if name.endswith(".*") else "")


_TAG_RULES: Final = tuple(rule for rule in CHANNEL_GROUPS.rules if not rule.site)
_SITE_RULES: Final = tuple(rule for rule in CHANNEL_GROUPS.rules if rule.site)


def as_sql() -> str:
    """The macro `channel_group_of`."""
    tags = "\n".join(f"            WHEN {_condition(rule)} THEN '{rule.group}'" for rule in _TAG_RULES)
    sites = "\n".join(
        f"            WHEN regexp_matches(referrer_host, '{_pattern(rule)}') THEN '{rule.group}'"
        for rule in _SITE_RULES
    )
    return f"""-- Channel group of a touch, made from channel_groups.toml.
CREATE OR REPLACE MACRO channel_group_of(
    utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path
) AS
    CASE
        WHEN utm_source <> '' OR utm_medium <> '' OR utm_campaign <> '' THEN CASE
{tags}
            ELSE 'unassigned'
        END
        WHEN referral_code <> '' THEN 'code'
        WHEN referrer_host <> '' THEN CASE
{sites}
            ELSE 'other_site'
        END
        WHEN landing_path = '' THEN 'direct_unknown'
        WHEN landing_path = '/' THEN 'direct_home'
        ELSE 'direct_deep'
    END;
"""


def _condition(rule: Rule) -> str:
    parts = {"utm_source": rule.source, "utm_medium": rule.medium}
    return " AND ".join(
        f"regexp_replace({field}, '[{_SEPARATORS}]', '', 'g') IN ({_literals(values)})"
        for field, values in parts.items()
        if values
    )


def _literals(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in sorted({_plain(value) for value in values}))


def as_typescript() -> str:
    """Names and labels for the console, a part of its `lib/kinds.gen.ts`."""
    lines = [f"  {group.name}: '{group.label}'," for group in CHANNEL_GROUPS.groups]
    head = "// From analytics/channel_groups.toml.\nexport const CHANNEL_GROUPS = {"
    return "\n".join([head, *lines, "} as const", ""])
