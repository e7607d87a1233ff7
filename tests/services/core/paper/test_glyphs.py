"""Which letters documents can show, and that none becomes a question mark without a word about it."""

from contextlib import closing
from datetime import UTC, datetime

import pypdfium2 as pdfium
import pytest

from services.core.paper.glyphs import unprintable
from services.core.paper.sheet import TEXT, Sheet

AT = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", ""),
        ("Anna Müller-Lüdenscheidt", ""),
        ("".join(map(chr, range(0x100, 0x180))), ""),
        ("Nguyễn Thị Ánh Đặng", ""),
        ("Ḥasan Ṣāliḥ", ""),
        ("Әлия Юрий Їжак Ωμέγα", ""),
        ("محمد", "محد"),
        ("Anna 小明 小", "小明"),
    ],
)
def test_what_documents_cannot_show_is_known_before_they_are_made(text: str, missing: str) -> None:
    assert unprintable(text) == missing


@pytest.mark.parametrize(("text", "is_told"), [("Nguyễn?", False), ("小明", True)])
def test_a_document_says_what_its_question_marks_mean(text: str, is_told: bool) -> None:
    with closing(Sheet("Titel", "Fuß", AT)) as sheet:
        assert {letter for letter in map(chr, sheet._known) if unprintable(letter)} <= set()
        sheet.next_page()
        sheet.paragraph(text, TEXT)
        content = sheet.finished()
    printed = pdfium.PdfDocument(content)[0].get_textpage().get_text_range()
    assert ("Ein Fragezeichen kann für ein Zeichen stehen" in printed.replace("\r\n", " ")) is is_told
