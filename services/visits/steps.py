"""The closed list of steps that the site may report. Pure."""

from enum import IntEnum


class Step(IntEnum):
    """What happened. The numbers are stored, and the funnel takes a higher one for a later step."""

    PAGE_VIEW = 0
    CALCULATOR_USED = 1
    FORM_STARTED = 2
    STEP_2 = 3
    STEP_3 = 4
    STEP_4 = 5
    RESERVED = 6
    """A view of the thank-you page: derived from its path, never reported as a step."""
    ANSWERED = 7
    """The visitor answered whether the touch may be remembered."""


class Consent(IntEnum):
    """Whether the touch may be remembered on the device for 30 days."""

    NOT_ASKED = 0
    UNANSWERED = 1
    YES = 2
    NO = 3
