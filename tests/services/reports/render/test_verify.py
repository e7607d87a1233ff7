"""Finished files and mails are read again and compared with what was kept: a wrong one is found, a right one passes."""

from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.reports.render.files import MadeFile, files_of
from services.reports.render.mail import Occasion, letter_of
from services.reports.render.pdf.tables import MOST_ROWS
from services.reports.render.verify.differs import ArtefactDiffers
from services.reports.render.verify.files import verify_files
from services.reports.render.verify.mail import verify_mail
from services.reports.run import ReportAnswer
from services.settings import Settings
from tests.services.reports.render.test_rendered_files import FORMULA, PARKS, campaigns

FORMS = ("xlsx", "csv", "parquet", "pdf")


def mail_of(answer: ReportAnswer) -> EmailMessage:
    occasion = Occasion("Woche", "https://voltigo.example/admin", "Kim", "kim@voltigo.example")
    letter = letter_of([answer], occasion, PARKS, with_figures=True)
    leased = Leased(0, letter.kind, "a@voltigo.example", to_values(letter), "probe", 1, answer.stand.at)
    return renderer_for(Settings(_env_file=None)).message(leased)


def test_strange_names_pass(tmp_path: Path) -> None:
    answer = campaigns(
        "grüße-aus-köln",
        FORMULA,
        "",
        "名前 ☃ \u00ad x",
        "'=1+1",
        "langer name " * 20,
        "+49 170 1234567",
        "a\x01b_x0041_",
    )
    verify_files([answer], files_of(answer, FORMS, tmp_path, PARKS))
    verify_mail([answer], mail_of(answer))


def changed(answer: ReportAnswer, change: Callable[[list[Any]], list[Any]]) -> ReportAnswer:
    """The same report with other rows."""
    table = answer.tables["values"]
    rows = change(list(table.values))
    return replace(answer, tables={"values": replace(table, values=rows, total_rows=len(rows))})


def one_more(rows: list[Any]) -> list[Any]:
    """A visitor too many in the last row."""
    return [*rows[:-1], (rows[-1][0], rows[-1][1] + 1, *rows[-1][2:])]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "change", [one_more, lambda rows: rows[:-1], lambda rows: rows[::-1]], ids=["figure", "row missing", "order"]
)
def test_a_file_with_other_rows_is_found(form: str, change: Any, tmp_path: Path) -> None:
    answer = campaigns("sommer", "herbst", "winter")
    files = files_of(changed(answer, change), [form], tmp_path, PARKS)
    with pytest.raises(ArtefactDiffers, match="stimmt nicht mit den berechneten Zahlen überein"):
        verify_files([answer], files)


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_file_is_found(form: str, tmp_path: Path) -> None:
    answer = campaigns("sommer", "herbst")
    file = files_of(answer, [form], tmp_path, PARKS)[0]
    content = file.path.read_bytes()
    file.path.write_bytes(content[: len(content) // 2])
    with pytest.raises(ArtefactDiffers):
        verify_files([answer], [MadeFile(file.name, file.form, file.table, file.path)])


def test_a_mail_with_another_figure_is_found() -> None:
    answer = campaigns("sommer", "herbst")
    with pytest.raises(ArtefactDiffers, match="E-Mail"):
        verify_mail([answer], mail_of(changed(answer, one_more)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", [0, 1, 3], ids=["first", "between", "last"])
def test_a_row_too_many_is_found(form: str, place: int, tmp_path: Path) -> None:
    answer = campaigns("sommer", "herbst", "winter")
    files = files_of(changed(answer, lambda rows: [*rows[:place], rows[0], *rows[place:]]), [form], tmp_path, PARKS)
    with pytest.raises(ArtefactDiffers, match="Zeile" if form != "parquet" else "Nach Herkunft"):
        verify_files([answer], files)


def planted(answer: ReportAnswer, part: str, change: Callable[[str], str]) -> EmailMessage:
    """The mail with one of its parts changed."""
    mail = mail_of(answer)
    [found] = [one for one in mail.walk() if one.get_content_type() == part]
    content = found.get_content()
    assert change(content) != content
    found.set_content(change(content), subtype=part.partition("/")[2])
    return mail


def doubled_line(text: str) -> str:
    *_, line = (one for one in text.splitlines(keepends=True) if one.startswith("herbst"))
    return text.replace(line, line * 2)


def doubled_row(html: str) -> str:
    place = html.index("herbst", html.index("<tbody>"))
    row = html[html.rindex("<tr>", 0, place) : html.index("</tr>", place) + len("</tr>")]
    return html.replace(row, row * 2)


def one_more_bar(html: str) -> str:
    """Of nothing, so that there is no bar to see."""
    head = '<tr><th scope="row"'
    return html.replace(head, f"{head}>frühling</th><td></td><td>0</td></tr>{head}", 1)


def second_table(html: str) -> str:
    table = html[html.index("<thead>") : html.index("</tbody>")]
    return html.replace("<p style", f"<table>{table}</tbody></table><p style", 1)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("text/plain", doubled_line),
        ("text/html", doubled_row),
        ("text/html", second_table),
        ("text/html", one_more_bar),
    ],
    ids=["plain", "html", "table", "bar"],
)
def test_a_row_too_many_in_one_part_of_a_mail_is_found(part: str, change: Callable[[str], str]) -> None:
    answer = campaigns("sommer", "herbst", "winter")
    verify_mail([answer], mail_of(answer))
    with pytest.raises(ArtefactDiffers, match="E-Mail stimmt nicht"):
        verify_mail([answer], planted(answer, part, change))


def test_more_rows_than_fit_are_compared_as_far_as_they_are_printed(tmp_path: Path) -> None:
    answer = campaigns(*(f"kampagne-{number}" for number in range(MOST_ROWS + 5)))
    files = files_of(answer, ["pdf"], tmp_path, PARKS)
    verify_files([answer], files)
    with pytest.raises(ArtefactDiffers, match=f"Zeile {MOST_ROWS}"):
        verify_files([changed(answer, lambda rows: [*rows[: MOST_ROWS - 1], *rows[MOST_ROWS:]])], files)


def test_a_document_that_cannot_be_read_aloud_does_not_leave(tmp_path: Path) -> None:
    answer = campaigns("sommer")
    [file] = files_of(answer, ["pdf"], tmp_path, PARKS)
    content = file.path.read_bytes()
    assert b"/Lang (de-DE)" in content
    file.path.write_bytes(content.replace(b"/Lang (de-DE)", b"/Long (de-DE)"))
    with pytest.raises(ArtefactDiffers, match="Bedingung 11-001"):
        verify_files([answer], [file])
