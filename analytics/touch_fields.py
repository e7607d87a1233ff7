"""The one list of what a touch tells; relations, rollup, models and made-up rows derive from it."""

from typing import Final

UTM_FIELDS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
TOUCH_FIELDS: Final = (*UTM_FIELDS, "referral_code", "referrer_host", "landing_path")
