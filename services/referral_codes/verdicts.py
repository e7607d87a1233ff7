"""Kinds of referral codes, and verdicts on their use. Pure."""

from enum import StrEnum


class CodeKind(StrEnum):
    """Who recommends."""

    HOUSEHOLD = "household"
    PARTNER = "partner"


class Verdict(StrEnum):
    """What a reservation's code is worth. Only a valid one counts on the leader board; all are kept."""

    VALID = "valid"
    UNKNOWN = "unknown"
    DISABLED = "disabled"
    SELF = "self"
    """The household recommended itself."""
    LOOP = "loop"
    """The recommender had itself been recommended, directly or through others, by this household."""
