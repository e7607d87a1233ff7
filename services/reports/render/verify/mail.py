"""Compares a finished report mail with the kept result before it is queued."""

import re
from email.message import EmailMessage
from html import unescape
from typing import Final

from services.reports.render.body import body_of
from services.reports.render.verify.files import ArtefactDiffers
from services.reports.run import ReportAnswer

_TAG: Final = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
_UNCUT: Final = 24
"""Letters of a cell that the plain part always shows; longer ones are cut there."""
_NOT_IN: Final = "Die E-Mail stimmt nicht mit den berechneten Zahlen überein: „{what}“ fehlt oder ist anders."


def verify_mail(kept: ReportAnswer, message: EmailMessage) -> None:
    """Look for every large figure and every row of the kept result in both parts of a mail. Raises ArtefactDiffers."""
    parts = {part.get_content_type(): str(part.get_content()) for part in message.walk() if not part.is_multipart()}
    html = _bare(unescape(_TAG.sub("", parts["text/html"])))
    text = _bare(parts["text/plain"])
    body = body_of(kept)
    for figure in body.figures:
        if _bare(figure.value) not in html or _bare(figure.value) not in text:
            raise ArtefactDiffers(_NOT_IN.format(what=figure.label))
    for table in body.tables:
        for row in table.rows:
            if "".join(map(_bare, row)) not in html or any(_bare(cell[:_UNCUT]) not in text for cell in row):
                raise ArtefactDiffers(_NOT_IN.format(what=table.title))


def _bare(text: str) -> str:
    return "".join(text.split())
