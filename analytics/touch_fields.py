"""The fields of a touch; relations, rollup, models and synthetic rows derive from this list.

Services and both web apps have the list too; `tests/golden/touch_fields.json` keeps the four equal.
"""

from typing import Final

UTM_FIELDS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
TOUCH_FIELDS: Final = (*UTM_FIELDS, "referral_code", "referrer_host", "landing_path")
CLICKED_AD: Final = "clicked_ad"
"""Only raw rows have it: staging derives source and medium from it if a link has no tags."""
DEVICE: Final = "device"
DEVICES: Final = ("phone", "tablet", "computer", "unknown")
"""Which class of device the server saw: the same as in `services/visits/devices.py`, which a test compares."""
CLICKED_ADS: Final = ("google", "microsoft", "meta", "tiktok", "linkedin", "pinterest")
