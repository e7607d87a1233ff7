"""The class of a device, from the browser's name: all that is stored of that name.

A few signs decide, and no library is needed for three classes. An iPad calls itself a Mac since iPadOS 13 and counts as
a computer; so does Android that asks for the page of a computer.
"""

import re
from functools import lru_cache
from typing import Final

DEVICES: Final = ("phone", "tablet", "computer", "unknown")
UNKNOWN_DEVICE: Final = "unknown"
_LONGEST: Final = 512
_SIGNS: Final = (
    (
        "unknown",
        re.compile(r"smart-?tv|googletv|apple ?tv|web0s|tizen(?!.*mobile)|aft[a-z]{1,4} build|playstation|xbox"),
    ),
    ("tablet", re.compile(r"ipad|tablet(?! pc)|kindle|silk(?!.*mobile)|playbook|android(?!.*mobile)")),
    ("phone", re.compile(r"iphone|ipod|android|windows phone|mobile|blackberry|kaios")),
    ("computer", re.compile(r"windows nt|macintosh|x11|linux|cros")),
)
"""The first that occurs decides. Android names a phone by the word "Mobile", and a tablet by nothing."""


def device_of(user_agent: str) -> str:
    """One of `DEVICES`."""
    return _device_of(user_agent[:_LONGEST])


@lru_cache(maxsize=4096)
def _device_of(user_agent: str) -> str:
    name = user_agent.lower()
    return next((device for device, sign in _SIGNS if sign.search(name)), UNKNOWN_DEVICE)
