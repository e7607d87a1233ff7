"""Mails as real programs send them, each looked at in the list, in the thread and in the field of the answer.

A row holds what the program wrote, header by header, and what the clerk has to see: the sender, where an answer goes and
what it is called, the words that are new, and whether anybody waits for one.
"""

import base64
from typing import Any, Final, NamedTuple

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.messages.models import Conversation
from tests.services.held_clock import HeldClock
from tests.services.messages.mails import raw, receive
from tests.services.stored import stored

LIST: Final = "/api/staff/conversations"
ANNA: Final = "Anna.Berger@web.example"
HTML: Final = "Content-Type: text/html; charset=utf-8"
UTF8: Final = "Content-Type: text/plain; charset=utf-8"
WROTE: Final = "Ja, gern.\n\nGrüße\nAnna"
OURS: Final = "Voltigo <kontakt@voltigo.invalid>"


class Real(NamedTuple):
    """What a program sent, and what a clerk sees of it. `answer_to`: by default the address it came from."""

    program: str
    body: str | bytes = "Guten Tag, wann geht es los?"
    headers: tuple[str, ...] = ()
    sender: str = f"Anna Berger <{ANNA}>"
    name: str = "Anna Berger"
    answer_to: str = ANNA
    subject: str = "Ihre Reservierung"
    text: str = "Guten Tag, wann geht es los?"
    is_absence: bool = False


def q(charset: str, text: str) -> str:
    """An encoded word."""
    return f"=?{charset}?Q?{''.join(f'={byte:02X}' for byte in text.encode(charset))}?="


def b(charset: str, text: bytes) -> str:
    """The same in Base64, of bytes that may end within a letter."""
    return f"=?{charset}?B?{base64.b64encode(text).decode()}?="


_LONG: Final = "Änne Müller-Lüdenscheidt".encode()
SENDERS: Final = [
    Real("Gmail, with a name"),
    Real("GMX, without one", sender=ANNA, name=""),
    Real("Outlook, a comma in quotation marks", sender=f'"Berger, Anna" <{ANNA}>', name="Berger, Anna"),
    Real("Outlook, a comma in an encoded word", sender=f"{q('iso-8859-1', 'Müller, Änne')} <{ANNA}>", name="Müller, Änne"),
    Real(
        "Apple Mail, divided within a letter",
        sender=f"{b('utf-8', _LONG[:9])}\r\n {b('utf-8', _LONG[9:])} <{ANNA}>",
        name="Änne Müller-Lüdenscheidt",
    ),
    Real("T-Online, the address as the name", sender=f'"{ANNA}" <{ANNA}>', name=""),
    Real("mutt of long ago, the name as a comment", sender=f"{ANNA} (Anna Berger)"),
    Real("an attacker, another's address in an encoded name", sender=f"{q('utf-8', 'opfer@example.org,')} <{ANNA}>", name=""),
    Real("an attacker, another's address as the name", sender=f'"Opfer opfer@example.org" <{ANNA}>', name=""),
    Real(
        "a form service", headers=("Reply-To: Änne <Aenne@Example.org>",),
        sender="Formular <noreply@form.example>", name="Formular", answer_to="Aenne@example.org",
    ),
    Real("a secretary, on behalf", headers=("Sender: Buero <buero@example.org>",)),
    Real("a phone, an answer wanted where it came from", headers=(f"Reply-To: <{ANNA}>",)),
    Real("a merged mailbox, two senders", sender=f"{ANNA}, otto@example.org", name=f"{ANNA}, otto@example.org", answer_to=""),
]  # fmt: skip

QUOTES: Final = [
    Real("Gmail, plain", f"{WROTE}\n\nAm Mi., 25. Nov. 2026 um 10:00 Uhr schrieb Voltigo <\nkontakt@voltigo.invalid>:\n\n> Möchten Sie?\n", (UTF8,), text=WROTE),
    Real("Gmail, HTML", '<div dir="ltr">Ja, gern.<div><br></div><div>Grüße</div><div>Anna</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Am Mi., 25. Nov. 2026 um 10:00&nbsp;Uhr schrieb Voltigo &lt;<a href="mailto:kontakt@voltigo.invalid">kontakt@voltigo.invalid</a>&gt;:<br></div><blockquote class="gmail_quote" style="margin:0">Möchten Sie?</blockquote></div>', (HTML,), text=WROTE),
    Real("Apple Mail, plain", f"{WROTE}\n\n> Am 25.11.2026 um 10:00 schrieb {OURS}:\n> \n> Möchten Sie?\n", (UTF8,), text=WROTE),
    Real("Apple Mail, HTML", '<html><body>Ja, gern.<br><br>Grüße<br>Anna<br><div><br><blockquote type="cite"><div>Am 25.11.2026 um 10:00 schrieb Voltigo &lt;kontakt@voltigo.invalid&gt;:</div><br><div>Möchten Sie?</div></blockquote></div></body></html>', (HTML,), text=WROTE),
    Real("Outlook, plain", f"{WROTE}\n\n-----Ursprüngliche Nachricht-----\nVon: {OURS}\nGesendet: Mittwoch, 25. November 2026 10:00\nAn: {ANNA}\nBetreff: Ihre Reservierung\n\nMöchten Sie?", (UTF8,), text=WROTE),
    Real("Outlook, HTML", f'<div class="WordSection1"><p>Ja, gern.</p><p>Grüße<br>Anna</p><div><div style="border-top:solid #E1E1E1 1.0pt"><p><b>Von:</b> Voltigo &lt;kontakt@voltigo.invalid&gt;<br><b>Gesendet:</b> Mittwoch, 25. November 2026 10:00<br><b>An:</b> {ANNA}<br><b>Betreff:</b> Ihre Reservierung</p></div></div><p>Möchten Sie?</p></div>', (HTML,), text=WROTE),
    Real("Outlook on a phone", f"{WROTE}\n\nOutlook für iOS<https://aka.ms/o0ukef> beziehen\n________________________________\nVon: {OURS}\nGesendet: Mittwoch, November 25, 2026 10:00\nAn: {ANNA}\nBetreff: Ihre Reservierung\n\nMöchten Sie?", (UTF8,), text=f"{WROTE}\n\nOutlook für iOS<https://aka.ms/o0ukef> beziehen"),
    Real("Thunderbird", f"{WROTE}\n\nAm 25.11.26 um 10:00 schrieb Voltigo:\n> Möchten\n> Sie?\n", (UTF8,), text=WROTE),
    Real("web.de", f"{WROTE}\n\nGesendet: Mittwoch, 25. November 2026 um 10:00 Uhr\nVon: {OURS}\nAn: {ANNA}\nBetreff: Ihre Reservierung\n\nMöchten Sie?", (UTF8,), text=WROTE),
    Real("Yahoo", f"{WROTE}\n\n    Am Mittwoch, 25. November 2026 um 10:00:00 MEZ hat Voltigo <kontakt@voltigo.invalid> Folgendes geschrieben:\n\n Möchten Sie?", (UTF8,), text=WROTE),
    Real("a person who quotes first and writes below", "Am 25.11.26 um 10:00 schrieb Voltigo:\n> Möchten Sie?\n\nJa, gern.", (UTF8,), text="Am 25.11.26 um 10:00 schrieb Voltigo:\n> Möchten Sie?\n\nJa, gern."),
    Real("a person who tells what was written", "Guten Tag,\n\nAm 12. November 2026 schrieb mir Ihre Kollegin:\nder Park sei voll.\n\nBitte stornieren Sie.", (UTF8,), text="Guten Tag,\n\nAm 12. November 2026 schrieb mir Ihre Kollegin:\nder Park sei voll.\n\nBitte stornieren Sie."),
    Real("a person who lists a transfer", "Überwiesen:\nVon: Anna Berger\nAn: Voltigo\nDatum: 12.11.2026\nBetreff: Anteil\n\nIst es da?", (UTF8,), text="Überwiesen:\nVon: Anna Berger\nAn: Voltigo\nDatum: 12.11.2026\nBetreff: Anteil\n\nIst es da?"),
]  # fmt: skip

SAID: Final = "Grüße – 5 € „ja“"
ENCODINGS: Final = [
    Real("Gmail, UTF-8 as it is", SAID, (UTF8,), text=SAID),
    Real("Apple Mail, quoted-printable with soft line ends", "Gr=C3=BC=C3=9Fe =E2=80=\r\n=93 5 =E2=82=AC =E2=80=9Eja=E2=80=9C", (UTF8, "Content-Transfer-Encoding: quoted-printable"), text=SAID),
    Real("Outlook, Base64", base64.b64encode(SAID.encode()), (UTF8, "Content-Transfer-Encoding: base64"), text=SAID),
    Real("old Outlook, Windows as Latin 1", SAID.encode("cp1252"), ("Content-Type: text/plain; charset=iso-8859-1",), text=SAID),
    Real("a scanner, Windows without a word", SAID.encode("cp1252"), text=SAID),
    Real("a program that calls UTF-8 ASCII", SAID.encode(), ("Content-Type: text/plain; charset=us-ascii",), text=SAID),
    Real("Thunderbird, Latin 9", "Grüße 5 €".encode("iso-8859-15"), ("Content-Type: text/plain; charset=ISO-8859-15; format=flowed",), text="Grüße 5 €"),
    Real("a DOS program, code page 850", "Grüße aus Köln".encode("cp850"), ("Content-Type: text/plain; charset=cp-850",), text="Grüße aus Köln"),
    Real("a server that knows it does not know", "Grüße".encode("cp1252"), ("Content-Type: text/plain; charset=unknown-8bit",), text="Grüße"),
    Real("an iPhone, letters and their marks apart", "Gru\u0308ße", (UTF8,), text="Grüße"),
    Real("a newsletter program, entities", "<p>Gr&uuml;&szlig;e &ndash; 5&nbsp;&euro; &bdquo;ja&ldquo;</p>", (HTML,), text=SAID.replace("5 €", "5 €")),
    Real("a Russian program, KOI8-R", "Здравствуйте".encode("koi8-r"), ("Content-Type: text/plain; charset=koi8-r",), text="Здравствуйте"),
]  # fmt: skip

ABSENCES: Final = [
    Real("Exchange, German, without any header", headers=("Subject: Automatische Antwort: Ihr Platz",), is_absence=True),
    Real("Exchange, English", headers=("Subject: Automatic reply: Ihr Platz", "X-Auto-Response-Suppress: All"), is_absence=True),
    Real("Exchange, an encoded subject", headers=(f"Subject: {q('utf-8', 'Automatische Antwort: Ihr Platz für Änne')}",), is_absence=True),
    Real("Outlook of long ago", headers=("Subject: Abwesenheitsnotiz: Ihr Platz",), is_absence=True),
    Real("Lotus Notes", headers=("Subject: Out of Office: Ihr Platz", "Auto-Submitted: auto-generated"), is_absence=True),
    Real("Gmail", headers=("Subject: Im Urlaub Re: Ihr Platz", "Precedence: bulk", "X-Autoreply: yes"), is_absence=True),
    Real("GMX", headers=("Subject: Ihre Nachricht", "Auto-Submitted: auto-replied"), is_absence=True),
    Real("Dovecot", headers=("Subject: Auto: Ihr Platz", "Auto-Submitted: auto-replied (vacation)"), is_absence=True),
    Real("cPanel", headers=("Subject: Autoreply", "X-Autorespond: Ihr Platz", "Precedence: auto_reply"), is_absence=True),
    Real("a mailbox without a way back", headers=("Subject: Danke", "Return-Path: <>"), is_absence=True),
    Real("a person who answers such a reply", headers=("Subject: AW: Automatische Antwort: Ihr Platz",), subject="Automatische Antwort: Ihr Platz"),
    Real("a person whose Outlook wants no such reply", headers=("Subject: Ihr Platz", "X-Auto-Response-Suppress: All"), subject="Ihr Platz"),
    Real("a person who asks about one", headers=("Subject: Ihre automatische Antwort",), subject="Ihre automatische Antwort"),
]  # fmt: skip


@pytest.mark.parametrize(
    "kind", [SENDERS, QUOTES, ENCODINGS, ABSENCES], ids=["sender", "quotes", "encodings", "absence"]
)
def test_list_thread_and_answer_show_what_the_person_wrote(
    clerk: TestClient, db: Database, clock: HeldClock, subtests: pytest.Subtests, kind: list[Real]
) -> None:
    assert len(kind) >= 12
    for number, one in enumerate(kind):
        clock.advance(minutes=11)  # many within ten would be a loop
        with subtests.test(one.program):
            named = () if any(line.startswith("Subject:") for line in one.headers) else (f"Subject: {one.subject}",)
            receive(
                db,
                clock.now,
                raw(one.body, *named, *one.headers, f"Message-ID: <{number}@web.example>", sender=one.sender),
            )
            conversation = stored(db, Conversation)[-1]
            check(clerk, conversation["id"], one)


def check(clerk: TestClient, id_: int, one: Real) -> None:
    rows = clerk.get(LIST, params={"per_page": 100}).json()["data"]
    [row] = [row for row in rows if row["id"] == id_]
    thread: dict[str, Any] = clerk.get(f"{LIST}/{id_}").json()
    [message] = thread["messages"]
    assert (row["kind"] == "auto_reply", row["state"] == "closed") == (one.is_absence, one.is_absence)
    assert (row["correspondent_name"], message["from_name"]) == (one.name, one.name)
    assert message["reply_text"].replace("\xa0", " ") == one.text
    assert " ".join(one.text.split()).startswith(row["excerpt"].rstrip("…").replace("\xa0", " ")[:100])
    if one.is_absence:
        return
    composer = clerk.get(f"{LIST}/{id_}/composer").json()
    assert composer["recipient"] == one.answer_to
    assert composer["subject"] == f"Re: {one.subject}"


# A table: one mail a row.
# ruff: noqa: E501
