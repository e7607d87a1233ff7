"""Bot detection by User-Agent: bots are flagged, never refused, so that a wrong pattern can be corrected later.

The patterns are those of the package `crawler-user-agents`; updating the locked packages updates them.
"""

import re
from functools import lru_cache
from typing import Final

from crawleruseragents import is_crawler

_LONGEST: Final = 512
"""Longer ones are cut: what is remembered of them stays small."""
_AUTOMATED: Final = re.compile(r"headless|phantomjs|webdriver|selenium|puppeteer|playwright", re.IGNORECASE)
"""Browsers without a person in front of them, of which the list of crawlers has only some."""


def is_bot(user_agent: str) -> bool:
    """Whether the browser's own name is that of a program, or none: every browser names its platform in brackets."""
    return _is_bot(user_agent[:_LONGEST])


@lru_cache(maxsize=4096)
def _is_bot(user_agent: str) -> bool:
    # Some hundred patterns per name; most visitors share the few User-Agents of current browsers.
    if "(" not in user_agent or _AUTOMATED.search(user_agent):
        return True
    found: bool = is_crawler(user_agent)
    return found
