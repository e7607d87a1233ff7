"""Threading headers of answers, so that mail programs on both sides show one conversation. Pure."""

import re
from collections.abc import Sequence
from typing import Final

_USABLE: Final = re.compile(r"[!-;=?-~]{1,240}")
"""Printable ASCII without blanks and brackets: anything else is unsafe in a header."""
MOST_REFERENCES: Final = 20
_ANSWER: Final = re.compile(r"^(?:(?:re|aw|antwort|fwd?|wg)\s*:\s*)+", re.IGNORECASE)


def references(message_ids: Sequence[str | None], earlier: str = "") -> list[str]:
    """The Message-IDs for `References`: the first of the conversation and the latest, each once. `earlier`: those of
    its last message, separated by blanks.
    """
    named = [one for one in (*earlier.split(), *message_ids) if one and _USABLE.fullmatch(one)]
    distinct = list(dict.fromkeys(named))
    return distinct if len(distinct) <= MOST_REFERENCES else [distinct[0], *distinct[1 - MOST_REFERENCES :]]


def usable(message_id: str | None) -> str:
    """The Message-ID if it is safe in a header, else nothing."""
    return message_id if message_id and _USABLE.fullmatch(message_id) else ""


def answer_subject(subject: str, longest: int) -> str:
    """The subject with a single `Re:`, whatever prefixes it had."""
    return f"Re: {_ANSWER.sub('', subject).strip()}"[:longest].strip()


def with_reference(subject: str, reference: str) -> str:
    """The subject followed by the reference of its conversation, once."""
    return subject if reference in subject else f"{subject} [{reference}]"
