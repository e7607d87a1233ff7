"""Channel groups a second time: the rules as they are written, held against one touch after another."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import analytics

_FILE = Path(analytics.__file__).with_name("channel_groups.toml")
_TOLD = tomllib.loads(_FILE.read_text(encoding="utf-8"))
CLICKED = {
    "google": ("google", "cpc"),
    "microsoft": ("bing", "cpc"),
    "meta": ("facebook", "social"),
    "tiktok": ("tiktok", "cpc"),
    "linkedin": ("linkedin", "cpc"),
    "pinterest": ("pinterest", "cpc"),
}
"""The source and medium that a click id implies when a link has no tags."""


def group_of(origin: Mapping[str, Any]) -> str:
    """The group of a touch, or of a campaign's costs."""
    if origin["utm_source"] or origin["utm_medium"] or origin["utm_campaign"]:
        return _first(lambda rule: "site" not in rule and _has_tags(rule, origin), "unassigned")
    if origin["referral_code"]:
        return "code"
    if host := origin["referrer_host"]:
        return _first(lambda rule: any(_is_of(host, site) for site in _values(rule, "site")), "other_site")
    return {"": "direct_unknown", "/": "direct_home"}.get(origin["landing_path"], "direct_deep")


def _first(holds: Any, otherwise: str) -> str:
    return str(next((rule["group"] for rule in _TOLD["rules"] if holds(rule)), otherwise))


def _values(rule: Mapping[str, Any], name: str) -> list[str]:
    told = rule.get(name, [])
    return _TOLD["values"][told] if isinstance(told, str) else told


def _has_tags(rule: Mapping[str, Any], origin: Mapping[str, Any]) -> bool:
    return all(
        _bare(origin[f"utm_{name}"]) in map(_bare, _values(rule, name)) for name in ("source", "medium") if name in rule
    )


@cache
def _bare(tag: str) -> str:
    return "".join(letter for letter in tag if letter not in "-_. ")


@cache
def _is_of(host: str, site: str) -> bool:
    """Whether a host is a site or below it; a site that begins with "=" has no subdomains, "*" is a country."""
    name, parts = site.removeprefix("="), host.split(".")
    ends = [parts[begin:] for begin in range(1 if site.startswith("=") else len(parts))]
    if not name.endswith(".*"):
        return name.split(".") in ends
    stem = name.removesuffix(".*").split(".")
    return any(end[: len(stem)] == stem and _is_country(end[len(stem) :]) for end in ends)


def _is_country(parts: list[str]) -> bool:
    lengths = [len(part) for part in parts if part.isascii() and part.isalpha()]
    return len(lengths) == len(parts) and (lengths in ([2], [3], [2, 2], [3, 2]))
