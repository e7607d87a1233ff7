"""Explains in German why a mail was refused for good, from the server's reply. Pure.

The reply comes from the SMTP dialogue or, if a mailbox is read (`messages/intake`), from a later delivery report.
"""

import re
from typing import Final

_ANSWER: Final = re.compile(r"([45])\d\d(?:[ -]+(\d)\.(\d{1,3})\.(\d{1,3}))?")
_GIVEN_UP: Final = "Der Mailserver war fünf Tage lang nicht zu erreichen."
_NO_MAILBOX: Final = "Das Postfach gibt es nicht."
_REFUSED: Final = "Der Mailserver lehnt unsere E-Mail ab."
_BY_STATUS: Final = {
    ("1", "1"): _NO_MAILBOX,
    ("1", "2"): "Die Domain hinter dem @ gibt es nicht.",
    ("1", "3"): "Die Adresse ist falsch geschrieben.",
    ("1", "6"): "Das Postfach ist umgezogen.",
    ("1", "10"): "Die Domain hinter dem @ nimmt keine E-Mails an.",
    ("2", "1"): "Das Postfach ist stillgelegt.",
    ("2", "2"): "Das Postfach ist voll.",
    ("2", "3"): "Die E-Mail ist dem Postfach zu groß.",
    ("3", "4"): "Die E-Mail ist dem Mailserver zu groß.",
    ("4", "4"): "Die Domain hinter dem @ ist nicht zu erreichen.",
    ("7", "1"): _REFUSED,
}
"""By subject and detail of the enhanced status code (RFC 3463)."""
_BY_CODE: Final = {"550": _NO_MAILBOX, "551": _NO_MAILBOX, "552": "Das Postfach ist voll.", "553": _NO_MAILBOX}
"""By the basic reply code (RFC 5321), for servers that give no enhanced one."""


def refusal_words(answer: str) -> str | None:
    """A sentence for the answer a mail was given up with; None where no server answered: then it is our own fault."""
    found = _ANSWER.match(answer)
    if found is None:
        return None
    if found[1] == "4":
        return _GIVEN_UP
    if found[3] is not None:
        return _BY_STATUS.get((found[3], found[4]), _REFUSED)
    return _BY_CODE.get(answer[:3], _REFUSED)
