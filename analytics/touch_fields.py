"""The fields of a touch; relations, rollup, models and synthetic rows derive from this list."""

from typing import Final

UTM_FIELDS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
TOUCH_FIELDS: Final = (*UTM_FIELDS, "referral_code", "referrer_host", "landing_path")
