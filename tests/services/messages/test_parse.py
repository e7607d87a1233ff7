"""Mails that break every rule: each is read or refused, and none is taken for what it is not."""

import io
import itertools
import time
import zipfile
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from services.mail.refusals import refusal_words
from services.messages.intake.files import FoundFile, Refusal, judged, safe_name, taken_files
from services.messages.intake.html_text import text_of_html
from services.messages.intake.parse import LONGEST_TEXT, parse
from services.messages.intake.quoted import newly_written
from services.messages.models import MessageKind
from tests.services.messages.mails import HOUSEHOLD, bounce, mail, raw

PDF = b"%PDF-1.7\n1 0 obj\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
TYPE = 'Content-Type: multipart/mixed; boundary="b"'


def zipped(*names: str, mimetype: bytes = b"") -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype)
        for name in names:
            archive.writestr(name, "x")
    return content.getvalue()


def with_files(*files: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"] = HOUSEHOLD
    message.set_content("Anbei.")
    for name, content in files:
        message.add_attachment(content, maintype="application", subtype="pdf", filename=name)
    return message.as_bytes()


EVIL = "angreifer@evil.example"
NOBODY = {"from_address": "", "from_normalized": ""}
BY_EVIL = {"from_name": "", "from_address": EVIL, "from_normalized": EVIL}
LATIN = "Grüße – 5 € „ja“".encode("windows-1252")
EURO = {"body_text": "Grüße – 5 € „ja“"}


def alternatives(plain: str, html: str) -> bytes:
    message = EmailMessage()
    message["From"] = HOUSEHOLD
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


HOSTILE: list[tuple[str, bytes, dict[str, Any]]] = [
    (
        "a broken character set",
        raw(b"Gr\xfc\xdfe", "Subject: =?x-none?q?Gr=FC=DFe?=", "Content-Type: text/plain; charset=x-none"),
        {"body_text": "Grüße"},
    ),
    ("a false character set", raw(b"Gr\xfc\xdfe", "Content-Type: text/plain; charset=utf-8"), {"body_text": "Grüße"}),
    ("raw bytes in a header", raw("x", "Subject: X").replace(b"X", b"Gr\xc3\xbc\xc3\x9fe"), {"body_text": "x"}),
    ("nothing but a text", b"\r\nHallo", {"from_address": "", "body_text": "Hallo", "message_id": None}),
    ("nothing at all", b"", {"from_address": "", "subject": "", "body_text": ""}),
    ("a header without an end", b"From: " + b"x" * 100_000, {"from_address": ""}),
    (
        "a second header in the subject",
        raw("x", "Subject: =?utf-8?q?Frage=0D=0ABcc=3A_x=40example=2Eorg?="),
        {"subject": "Frage Bcc: x@example.org"},
    ),
    ("a right-to-left override", raw("x", "Subject: Rechnung \u202efdp.exe"), {"subject": "Rechnung fdp.exe"}),
    ("a null in the text", raw(b"a\x00b"), {"body_text": "ab"}),
    ("a quoted address", raw("x", sender='"a@b" <anna@example.org>'), {"from_address": "anna@example.org"}),
    ("two senders", raw("x", sender="a@example.org, b@example.org"), NOBODY),
    ("two senders in brackets", raw("x", sender="Opfer <a@example.org> <b@evil.example>"), NOBODY),
    ("a second header From", raw("x", "From: b@evil.example", sender="a@example.org"), NOBODY),
    ("an address in an encoded name", raw("x", sender=f"=?utf-8?Q?opfer=40example=2Eorg=2C?= <{EVIL}>"), BY_EVIL),
    ("an encoded address", raw("x", sender=f"=?utf-8?Q?Opfer_=3Copfer=40example=2Eorg=3E=2C?= <{EVIL}>"), BY_EVIL),
    ("an address in a wide form", raw("x", sender=f"=?utf-8?Q?opfer=EF=BC=A0example=2Eorg?= <{EVIL}>"), BY_EVIL),
    ("an address as a quoted name", raw("x", sender=f'"opfer@example.org" <{EVIL}>'), BY_EVIL),
    ("an encoded address alone", raw("x", sender="=?utf-8?Q?opfer=40example=2Eorg?="), {"from_address": ""}),
    ("an encoded name", raw("x", sender=f"=?iso-8859-1?Q?M=FCller=2C_Anna?= <{EVIL}>"), {"from_name": "Müller, Anna"}),
    (
        "an address in the name of a recipient",
        raw("x").replace(b"To: kontakt@voltigo.invalid", b"To: =?utf-8?Q?chef=40bank=2Eexample?= <a@example.org>"),
        {"to_address": "a@example.org"},
    ),
    ("the euro in what claims to be Latin 1", raw(LATIN, "Content-Type: text/plain; charset=iso-8859-1"), EURO),
    ("the euro in what claims to be ASCII", raw(LATIN, "Content-Type: text/plain; charset=us-ascii"), EURO),
    (
        "a code page with a hyphen",
        raw(b"Gr\x81\xe1e aus K\x94ln", "Content-Type: text/plain; charset=cp-850"),
        {"body_text": "Grüße aus Köln"},
    ),
    ("the euro in a subject", raw("x", "Subject: =?iso-8859-1?Q?5_=80?="), {"subject": "5 €"}),
    (
        "a letter divided between two words",
        raw("x", "Subject: =?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?= Anna"),
        {"subject": "Grüße Anna"},
    ),
    (
        "a file whose name is an encoded word",
        raw(
            b"%PDF-1.7",
            "Content-Type: application/pdf",
            'Content-Disposition: attachment; filename="=?utf-8?Q?=2E=2E=2FR=C3=BCck.pdf?="',
        ),
        {"body_text": ""},
    ),
    ("an answer wanted elsewhere", raw("x", "Reply-To: Anna <anna@example.org>"), {"reply_to": "anna@example.org"}),
    ("an answer wanted at the sender", raw("x", f"Reply-To: <{HOUSEHOLD}>"), {"reply_to": ""}),
    ("an answer wanted at ours", raw("x", "Reply-To: kontakt@voltigo.invalid"), {"reply_to": ""}),
    ("an answer wanted at an encoded word", raw("x", "Reply-To: =?utf-8?Q?a=40b=2Eorg?="), {"reply_to": ""}),
    ("a sender that is none", raw("x", sender="Chef (kein@Absender"), {"from_address": ""}),
    ("a Message-ID without brackets", raw("x", "Message-ID: 1@example.org"), {"message_id": "1@example.org"}),
    ("a Message-ID with blanks", raw("x", "Message-ID: <a b@c>"), {"message_id": None}),
    ("a Message-ID that is too long", raw("x", f"Message-ID: <{'a' * 600}@b>"), {"message_id": None}),
    ("a date from nowhere", raw("x", "Date: gestern"), {"body_text": "x"}),
    ("multipart without parts", raw("nur Text", TYPE), {"body_text": "nur Text"}),
    ("multipart without a boundary", raw("nur Text", "Content-Type: multipart/mixed"), {"body_text": "nur Text"}),
    (
        "HTML alone",
        raw("<p>Ja, <b>gerne</b>!</p><img src='https://x.example/1.gif'>", "Content-Type: text/html"),
        {"body_text": "Ja, gerne!"},
    ),
    (
        "alternatives",
        raw(
            "--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Ja</p>\r\n--b--",
            'Content-Type: multipart/alternative; boundary="b"',
        ),
        {"body_text": "Ja"},
    ),
    (
        "a plain text that only says that there is HTML",
        alternatives("Ihr E-Mail-Programm kann keine HTML-Nachrichten anzeigen.", "<p>Bitte stornieren Sie.</p>"),
        {"body_text": "Bitte stornieren Sie."},
    ),
    (
        "a plain text about HTML that the HTML repeats",
        alternatives(
            "Ich kann Ihre HTML-Nachricht nicht lesen.", "<p>Ich kann Ihre HTML-Nachricht nicht <b>lesen</b>.</p>"
        ),
        {"body_text": "Ich kann Ihre HTML-Nachricht nicht lesen."},
    ),
    ("bad base64", raw("!!!!", "Content-Transfer-Encoding: base64"), {"message_id": None}),
]


@pytest.mark.parametrize(("content", "expected"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_a_hostile_mail_is_read_as_far_as_it_can_be(content: bytes, expected: dict[str, Any]) -> None:
    found = parse(content, {"kontakt@voltigo.invalid"})
    assert {name: getattr(found, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("Auto-Submitted: auto-replied", MessageKind.AUTO_REPLY),
        ("Auto-Submitted: no", MessageKind.NORMAL),
        ("Precedence: bulk", MessageKind.AUTO_REPLY),
        ("X-Autoreply: yes", MessageKind.AUTO_REPLY),
        ("List-Id: <a.example.org>", MessageKind.AUTO_REPLY),
        ("Return-Path: <>", MessageKind.AUTO_REPLY),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=b", MessageKind.AUTO_REPLY),
        ("X-Priority: 1", MessageKind.NORMAL),
        ("Subject: Automatische Antwort: Ihr Platz ist reserviert", MessageKind.AUTO_REPLY),
        ("Subject: =?utf-8?Q?Automatische_Antwort=3A_Ihr_Platz?=", MessageKind.AUTO_REPLY),
        ("Subject: Automatic reply: Ihr Platz", MessageKind.AUTO_REPLY),
        ("Subject: AW: Automatische Antwort: Ihr Platz", MessageKind.NORMAL),
        ("Subject: Ihre automatische Antwort", MessageKind.NORMAL),
        ("X-Auto-Response-Suppress: All", MessageKind.NORMAL),
    ],
)
def test_what_a_program_wrote_is_told_by_its_headers(header: str, kind: MessageKind) -> None:
    assert parse(raw("x", header)).kind is kind
    assert parse(raw("x", header), {HOUSEHOLD}).kind is MessageKind.LOOP


def test_a_report_tells_the_mail_the_recipient_and_a_reason_that_has_german_words() -> None:
    found = parse(bounce("0123abcd", "anna@example.org")).bounce
    assert found is not None
    assert (found.message_id, found.recipient, found.is_final) == ("0123abcd", "anna@example.org", True)
    assert refusal_words(found.answer) == "Das Postfach gibt es nicht."
    empty = parse(raw("x", "Content-Type: multipart/report; report-type=delivery-status; boundary=b"))
    assert (empty.kind, empty.bounce and empty.bounce.is_final) == (MessageKind.BOUNCE, False)


def test_what_is_deep_long_or_many_is_bounded() -> None:
    nested = b"x"
    for number in range(60):
        inner = b"--%d\r\n%s\r\n--%d--" % (number, nested, number)
        nested = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n" % number + inner
    begun = time.process_time()
    assert parse(b"From: a@example.org\r\n" + nested).from_address == "a@example.org"
    assert len(parse(raw("x", f"Subject: {'S' * 1_000_000}")).subject) == 300
    long = parse(raw("y" * 3_000_000))
    assert len(long.body_text) < LONGEST_TEXT + 100
    assert len(parse(with_files(*((f"{number}.pdf", PDF) for number in range(50)))).files) == 50
    assert time.process_time() - begun < 10


def test_of_fifty_files_ten_are_taken_and_each_other_is_named_with_its_reason() -> None:
    files = parse(with_files(*((f"{number}.pdf", PDF) for number in range(50)))).files
    assert [file.content is not None for file in files] == [True] * 10 + [False] * 40
    assert {file.refused for file in files[10:]} == {"Mehr als 10 Dateien in einer Nachricht."}
    large = taken_files([FoundFile(f"{number}.pdf", "", PDF + bytes(9_000_000)) for number in range(3)])
    assert [file.refused for file in large] == [None, None, "Alle Dateien zusammen sind größer als 25 MB."]
    assert taken_files([FoundFile("a.pdf", "", PDF + bytes(10 * 1024 * 1024))])[0].refused == "Größer als 10 MB."


def swollen(megabytes: int) -> bytes:
    """A text document that says of itself that it unpacks to so much."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", b"x")
        archive.filelist[0].file_size = megabytes * 1024 * 1024
    return target.getvalue()


MACROS, UNKNOWN = Refusal.MACROS, Refusal.UNKNOWN
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODT = "application/vnd.oasis.opendocument.text"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.pdf", PDF, ("application/pdf", None)),
        ("a.exe", PDF, ("application/pdf", None)),
        ("a.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", ("image/jpeg", None)),
        ("a.png", PNG, ("image/png", None)),
        ("a.heic", b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", ("image/heic", None)),
        ("a.txt", "Grüße".encode("latin-1"), ("text/plain", None)),
        ("a.csv", b"a;b\r\n1;2", ("text/csv", None)),
        ("a.docx", zipped("word/document.xml"), (WORD, None)),
        ("a.xlsx", zipped("xl/workbook.xml", "xl/printerSettings/printerSettings1.bin"), (SHEET, None)),
        ("a.odt", zipped("content.xml", mimetype=ODT.encode()), (ODT, None)),
        ("a.docx", zipped("word/document.xml", "word/vbaProject.bin"), ("", MACROS)),
        ("a.odt", zipped("Basic/script-lc.xml", mimetype=ODT.encode()), ("", MACROS)),
        ("a.zip", zipped("a.txt"), ("", UNKNOWN)),
        ("a.docx", swollen(199), (WORD, None)),
        ("a.docx", swollen(201), ("", UNKNOWN)),
        ("a.docx", b"PK\x03\x04broken", ("", UNKNOWN)),
        ("a.pdf", b"MZ\x90\x00" + bytes(100), ("", UNKNOWN)),
        ("a.txt", b"a\x00b", ("", UNKNOWN)),
        ("a.html", b"<html><script>", ("", UNKNOWN)),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", ("", UNKNOWN)),
        ("a.pdf", b"", ("", Refusal.EMPTY)),
        ("winmail.dat", b"\x78\x9f\x3e\x22\x00\x01", ("", Refusal.OUTLOOK)),
    ],
    ids=itertools.count(),  # the content of an archive, which is its name else, has the time in it
)
def test_a_file_is_what_its_content_says(name: str, content: bytes, expected: tuple[str, Refusal | None]) -> None:
    assert judged(FoundFile(name, "application/pdf", content)) == expected


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\a.pdf", "a.pdf"),
        ("Rechnung\u202efdp.exe", "Rechnung_fdp.exe"),
        ('a"\r\nX: y.pdf', "a_X_ y.pdf"),
        ("..", "Datei"),
        ("x" * 400 + ".pdf", "x" * 180 + ".pdf"),
    ],
)
def test_a_name_of_a_file_is_no_path_and_hides_no_ending(name: str, safe: str) -> None:
    assert safe_name(name) == safe
    assert Path(safe).name == safe


def test_the_text_of_html_shows_where_links_go_and_what_is_quoted() -> None:
    html = (
        "<html><head><style>p{}</style></head><body><script>alert(1)</script>"
        "<p>Bitte <a href='https://evil.example/x'>https://bank.example</a> ansehen &amp; melden.</p>"
        "<p><a href='https://ok.example/'>ok.example</a> <a href='javascript:x()'>hier</a></p>"
        "<blockquote>Alte<br>Worte<blockquote>Ältere</blockquote></blockquote></body></html>"
    )
    assert text_of_html(html).split("\n") == [
        "Bitte https://bank.example (https://evil.example/x) ansehen & melden.",
        "",
        "ok.example hier",
        *("> Alte", "> Worte", "> > Ältere"),
    ]


QUOTED = [
    "Am 12.11.2026 um 10:00 schrieb Voltigo <post@voltigo.example>:\n> Möchten Sie?",
    "Am Mi., 25. Nov. 2026 um 10:00 Uhr schrieb Voltigo <\npost@voltigo.example>:\n\n> Möchten\n>\n> Sie?\n",
    "Am 12.11.2026 um 10:00 schrieb Voltigo <post@voltigo.example>:\nMöchten Sie?",
    "Am 12.11.2026 schrieb Voltigo:\n> Möchten Sie?",
    "Voltigo <post@voltigo.example> schrieb am Mi., 25. Nov. 2026, 10:00:\n> Möchten Sie?",
    "On 12 Nov 2026, at 10:00, Voltigo <post@voltigo.example> wrote:\n> Möchten Sie?",
    "Le 12 nov. 2026 à 10:00, Voltigo <post@voltigo.example> a écrit :\n> Möchten Sie?",
    "Von: <post@voltigo.example>\nGesendet: Mittwoch, 25. November 2026 10:00\nAn: Änne\nBetreff: X\n\nMöchten Sie?",
    "*Von:* Voltigo <post@voltigo.example>\n*Gesendet:* 25.11.2026\n*An:* Änne\n\nMöchten Sie?",
    "Gesendet: Mittwoch, 25. November 2026 um 10:00 Uhr\nVon: Voltigo <post@voltigo.example>\nAn: Änne\n\nMöchten Sie?",
    "-----Ursprüngliche Nachricht-----\nVon: Voltigo\nMöchten Sie?",
]


@pytest.mark.parametrize("quoted", QUOTED)
def test_only_what_was_newly_written_is_shown_first(quoted: str) -> None:
    own = "Ja, gern.\n\nGrüße\nÄnne"
    assert newly_written(f"{own}\n\n{quoted}") == own
    long = "Ein langer Absatz. " * 60
    assert newly_written(f"{long}\n{quoted}") == long.strip()
    assert newly_written(quoted) == quoted, "nothing else is there"
    assert parse(mail(f"{own}\n\n{quoted}")).reply_text == own


OWN_WORDS = [
    "Guten Tag,\n\nAm 12. November 2026 schrieb mir Ihre Kollegin:\nder Park sei voll.\n\nBitte stornieren Sie.",
    "Guten Tag,\n\nVon: meinem Vermieter habe ich gehört, dass das nicht geht.\nAn: wen muss ich mich wenden?",
    "Ich habe Ihnen am Montag geschickt:\nGesendet: Montag\nAn: Sie\nBetreff: Storno\n\nBitte bestätigen.",
    "Überwiesen:\nVon: Änne Müller\nAn: Voltigo\nDatum: 12.11.2026\nBetreff: Anteil\n\nIst es da?",
    "Meine Frau hat am Montag geschrieben:\nBitte stornieren Sie.",
    "Sie schrieben:\n\n> Möchten Sie?\n\nNein, bitte stornieren Sie.",
    "Guten Tag\nAm 12.11.2026 schrieb Voltigo <post@voltigo.example>:\n> Möchten Sie?\nNein.\n> Wirklich?\nNein!",
    "Bitte nur an\nanna@example.org:\nden Platz stornieren.",
    "> nur ein Zitat",
]


@pytest.mark.parametrize("text", OWN_WORDS)
def test_a_persons_own_words_are_never_hidden(text: str) -> None:
    assert newly_written(text) == text
    assert parse(mail(text)).reply_text == text


@pytest.mark.parametrize(
    "line",
    ["am x schrieb y:", "am a@b schrieb", "Von: a@b", "> ", "am " * 130 + "schrieb:", "-" * 500, "=?a?q?"],
    ids=lambda line: line[:12],
)
def test_a_text_made_to_be_slow_is_divided_in_time(line: str) -> None:
    text = f"{line}\n" * (LONGEST_TEXT // len(line))
    begun = time.process_time()
    newly_written(text)
    parse(raw("x", f"Subject: {text.replace(chr(10), ' ')}", sender=text.replace("\n", ",")[:LONGEST_TEXT]))
    assert time.process_time() - begun < 10
