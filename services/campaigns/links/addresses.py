"""URLs to share: a page of the site with the fields of a campaign in its query. Pure."""

from collections.abc import Mapping
from urllib.parse import urlencode

from services.visits.touches import UTM_FIELDS

REFERRAL_PARAMETER = "ref"
"""The site reads a referral code from it."""


def page_address(public_url: str, path: str, values: Mapping[str, str]) -> str:
    """`https://voltigo.de/faqs?utm_source=newsletter&…`; empty values are left out."""
    query = {name: values[name] for name in UTM_FIELDS if values.get(name)}
    if code := values.get("referral_code"):
        query[REFERRAL_PARAMETER] = code
    return f"{public_url}{path}" + (f"?{urlencode(query)}" if query else "")


def link_address(public_url: str, slug: str) -> str:
    """The short link itself."""
    return f"{public_url}/l/{slug}"
