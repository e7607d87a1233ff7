"""The document „Nachweis“: what a household was shown, the figures of that moment, and every text word for word.

Nothing in it comes from the present: no date of printing, no name that may have changed, no figure computed again. So
it has the same bytes years later, whatever the offer and the texts have become.
"""

from collections.abc import Iterable
from contextlib import closing
from typing import Final

from services.core.paper.pairs import draw_pairs
from services.core.paper.sheet import HEADING, LEAD, MARGIN, NAME, NOTE, SMALL, TEXT, TITLE, Sheet
from services.privacy.published import TextKind
from services.reservations.evidence import words
from services.reservations.evidence.words import EvidenceMomentOut, EvidenceOut, ShownTextOut

_INDENT: Final = 1.5
_LABEL: Final = 46.0
"""As wide as leaves a line to a fingerprint."""
_LEAD: Final = "Was dem Haushalt gezeigt wurde, als er sich entschied, und alle Texte in vollem Wortlaut."
_NAMES: Final = "Name, Adresse und Telefon stehen nur in der Reservierung selbst."
_OLDER: Final = (
    "Als diese Reservierung entstand, wurde noch nicht alles aufgezeichnet. Die Zahlen stammen aus dem Datensatz, "
    "spätere Änderungen sind zurückgerechnet."
)
_PLACEHOLDER: Final = "__VOLTIGO_"
_COMPANY: Final = f"Wo {_PLACEHOLDER} steht, zeigte die Seite die Angaben des Unternehmens aus dem Impressum."
_FILLED: Final = (
    "Die Texte stehen hier mit den Angaben des Unternehmens, wie sie gezeigt wurden. Ihre Prüfsumme gilt dem Wortlaut "
    "ohne diese Angaben, die mit einer eigenen Prüfsumme folgen."
)


def document_of(told: EvidenceOut) -> bytes:
    """The PDF. The same evidence gives the same bytes; its creation date is the last moment in it."""
    foot = f"Voltigo, Nachweis zur Reservierung {told.reference}"
    with closing(Sheet(f"Nachweis {told.reference}", foot, told.moments[-1].at)) as sheet:
        sheet.next_page()
        sheet.brand()
        sheet.words(MARGIN + sheet.room, sheet.get_y() + 5.2, f"Referenz {told.reference}", SMALL, align="r")
        sheet.set_y(sheet.get_y() + 15)
        sheet.paragraph("Nachweis", TITLE, after=0.5)
        sheet.paragraph(_LEAD, LEAD, after=1)
        sheet.paragraph(_NAMES, SMALL, after=6)
        for moment in told.moments:
            _moment(sheet, moment)
        if any(moment.company for moment in told.moments):
            sheet.paragraph(_FILLED, NOTE, after=4)
        _appendix(sheet, _distinct(told))
        return sheet.finished()


def _moment(sheet: Sheet, moment: EvidenceMomentOut) -> None:
    title = words.MOMENTS[moment.moment]
    sheet.keep(60)
    sheet.start_section(title)
    sheet.paragraph(title, HEADING, after=1)
    if moment.moment == "not_recorded":
        sheet.paragraph(_OLDER, SMALL, after=2)
    draw_pairs(sheet, words.place_pairs(moment), label=_LABEL)
    if moment.before is not None:
        _part(sheet, "Bisheriges Angebot", words.figure_pairs(moment.before))
    offer = "Das Angebot, von uns berechnet" if moment.before is None else "Neues Angebot"
    _part(sheet, offer, words.figure_pairs(moment.offer))
    client = words.client_pairs(moment)
    if moment.moment != "share_changed":
        _part(sheet, "Dieselben Zahlen, vom Browser berechnet", client or [("Zahlen", "nicht gesendet")])
    _part(sheet, "Was gezeigt wurde", _shown(moment))
    sheet.set_y(sheet.get_y() + 8)


def _part(sheet: Sheet, title: str, pairs: list[words.Pair]) -> None:
    sheet.keep(24)
    sheet.set_y(sheet.get_y() + 4)
    sheet.paragraph(title, NAME, after=1, role="H3")
    draw_pairs(sheet, pairs, label=_LABEL)


def _shown(moment: EvidenceMomentOut) -> list[words.Pair]:
    """The texts by version; wording and fingerprints follow at the end of the document."""
    pairs = [(words.TEXTS[text.kind], _version(text)) for text in moment.texts]
    if moment.moment != "share_changed":
        pairs.insert(0, ("Art der Zustimmung", words.consent_words(moment)))
        if not any(text.kind == "form" for text in moment.texts):
            pairs.append((words.TEXTS[TextKind.FORM], words.NOT_RECORDED))
    if moment.company:
        pairs.append((words.TEXTS[TextKind.COMPANY], _version(moment.company)))
    book = _version(moment.price_book) if moment.price_book else words.NOT_RECORDED
    pairs.append((words.TEXTS[TextKind.PRICE_BOOK], book))
    pairs.append(("Prüfsumme (SHA-256)", moment.sha256 or words.NOT_RECORDED))
    if moment.is_intact is False:
        pairs.append(("Achtung", "Der Eintrag hat nicht mehr die Prüfsumme, mit der er gespeichert wurde."))
    return pairs


def _version(text: ShownTextOut) -> str:
    return f"Fassung {text.version}"


def _distinct(told: EvidenceOut) -> Iterable[ShownTextOut]:
    """Every text once, the price books last."""
    texts = [text for moment in told.moments for text in moment.texts]
    books = [moment.price_book for moment in told.moments if moment.price_book]
    companies = [moment.company for moment in told.moments if moment.company]
    shown = [*texts, *companies, *books]  # the same wording may have been shown with other data of the company
    return {(text.kind, text.version, text.sha256, text.content): text for text in shown}.values()


def _appendix(sheet: Sheet, texts: Iterable[ShownTextOut]) -> None:
    for text in texts:
        title = f"{words.TEXTS[text.kind]}, Fassung {text.version}"
        sheet.keep(40)
        sheet.start_section(title)
        sheet.paragraph(title, HEADING, after=0.5)
        sheet.paragraph(f"SHA-256 {text.sha256}", NOTE, after=2)
        if text.content is None:
            sheet.paragraph("Der Wortlaut ist nicht aufbewahrt.", TEXT)
        elif text.kind in (TextKind.PRICE_BOOK, TextKind.COMPANY):
            _verbatim(sheet, text.content)
        else:
            for line in text.content.strip("\n").split("\n"):
                sheet.paragraph(line, TEXT) if line else sheet.set_y(sheet.get_y() + 2.5)
            if _PLACEHOLDER in text.content:
                sheet.paragraph(_COMPANY, NOTE)
        sheet.set_y(sheet.get_y() + 8)


def _verbatim(sheet: Sheet, content: str) -> None:
    """A file line by line, small, with its indentation."""
    for line in content.rstrip("\n").split("\n"):
        text = line.lstrip(" ")
        x = MARGIN + (len(line) - len(text)) * _INDENT
        with sheet.element("P"):
            sheet.flow(x, sheet.lines(text, NOTE, sheet.room - (x - MARGIN)), NOTE)
