"""The document „Nachweis“: what a household was shown, the figures of that moment, and every text word for word.

Nothing in it comes from the present: no date of printing, no name that may have changed, no figure computed again. So
it has the same bytes years later, whatever the offer and the texts have become.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from services.core.paper.typeset import typeset
from services.privacy.published import TextKind
from services.reservations.evidence import words
from services.reservations.evidence.words import EvidenceMomentOut, EvidenceOut, ShownTextOut

_TEMPLATE: Final = Path(__file__).with_name("evidence.typ")
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
    data = {
        "title": f"Nachweis {told.reference}",
        "foot": f"Voltigo, Nachweis zur Reservierung {told.reference}",
        "reference": f"Referenz {told.reference}",
        "lead": _LEAD,
        "names": _NAMES,
        "moments": [_moment(moment) for moment in told.moments],
        "filled": _FILLED if any(moment.company for moment in told.moments) else "",
        "texts": [_text(text) for text in _distinct(told)],
    }
    return typeset(_TEMPLATE, data, told.moments[-1].at)


def _moment(moment: EvidenceMomentOut) -> dict[str, Any]:
    parts = [("Was gezeigt wurde", _shown(moment))]
    if moment.moment != "share_changed":
        client = words.client_pairs(moment) or [("Zahlen", "nicht gesendet")]
        parts.insert(0, ("Dieselben Zahlen, vom Browser berechnet", client))
    offer = "Das Angebot, von uns berechnet" if moment.before is None else "Neues Angebot"
    parts.insert(0, (offer, words.figure_pairs(moment.offer)))
    if moment.before is not None:
        parts.insert(0, ("Bisheriges Angebot", words.figure_pairs(moment.before)))
    return {
        "title": words.MOMENTS[moment.moment],
        "note": _OLDER if moment.moment == "not_recorded" else "",
        "place": words.place_pairs(moment),
        "parts": [{"title": title, "pairs": pairs} for title, pairs in parts],
    }


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


def _text(text: ShownTextOut) -> dict[str, Any]:
    """A text by lines; where its wording was not kept, that."""
    content = "Der Wortlaut ist nicht aufbewahrt." if text.content is None else text.content
    return {
        "title": f"{words.TEXTS[text.kind]}, Fassung {text.version}",
        "sha256": f"SHA-256 {text.sha256}",
        "is_file": text.content is not None and text.kind in (TextKind.PRICE_BOOK, TextKind.COMPANY),
        "lines": [
            {"words": line, "indent": len(line) - len(line.lstrip(" "))} for line in content.strip("\n").split("\n")
        ],
        "note": _COMPANY if _PLACEHOLDER in content else "",
    }
