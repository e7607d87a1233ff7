"""A household with a name that nobody else bears, everything it can leave behind, and a search for it everywhere."""

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from starlette.testclient import TestClient

from services.contracts.models import Contract, ContractDocument, EarlyPayment
from services.core.db.db import Database
from services.jobs.registry import all_jobs
from services.models import metadata
from services.payments import change_account
from services.payments.bank_account import BankAccount
from services.payments.mandates import open_mandate
from services.payments.models import Channel
from services.reservations.models import ASKED, Reservation
from services.settings import Settings
from tests.analytics.visit_rows import add_visits, visit
from tests.factories import contact_body
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage
from tests.services.integrations.receiving import add_endpoint
from tests.services.messages.mails import bounce, mail, receive, with_file
from tests.services.payments.under_contract import AGREED
from tests.services.schedules.canary import text_of
from tests.services.waiting_list.line import Line

FIRST, LAST = "Quillabert", "Zwetschgenfurt"
EMAIL: Final = "q.zwetschgenfurt@quastental.example"
FORMER_PHONE, PHONE = "0172 5557711", "0172 5559933"
POSTCODE = "98765"
IBAN: Final = "DE89 3704 0044 0532 0130 00"
CHOSEN: Final = {one.name: one.values.options[-2] for one in ASKED if one.values.options}
ROWS_ONLY: Final = ("verivox",)
"""The supplier is not looked for in files: the price book, which the database keeps, lists them all."""
NUMBER: Final = "0532013000"
"""Of its account."""
TRACES: Final = ("quillabert", "zwetschgenfurt", "quastental", "5557711", "5559933", "555 77 11", *ROWS_ONLY, NUMBER)
_POSTCODE: Final = re.compile(rf"(?<!\d){POSTCODE}(?!\d)")
PERSON: Final = {
    "first_name": FIRST,
    "last_name": LAST,
    "email": EMAIL,
    "mobile_phone": FORMER_PHONE,
    "postcode": POSTCODE,
    **CHOSEN,
}
_OF_LINK: Final = ("utm_source", "utm_medium", "utm_term", "utm_content")
NAMED_LINK: Final = {
    **{name: f"{name[4:]}-{LAST}" for name in _OF_LINK},
    "utm_campaign": f"einladung-{LAST}",
    "referral_code": EMAIL,
    "referrer_host": EMAIL.partition("@")[2],
    "landing_path": f"/?von={LAST}",
}


class Product:
    """The product on one database, with a browser, staff and its jobs."""

    def __init__(self, client: TestClient, db: Database, clock: HeldClock, folder: Path) -> None:
        self.client, self.db, self.clock, self.folder = client, db, clock, folder
        self.page = OwnPage(client, db, clock, folder)
        self.settings: Settings = state_of(client).settings

    def job(self, name: str) -> Any:
        """Run a job of the product once."""
        jobs = all_jobs(self.settings, self.db, self.clock)
        return next(job for job in jobs if job.name == name).run()

    def show_own(self) -> Any:
        """What the household's page shows in this browser; None: nobody is let in."""
        return self.page.show().json()["reservation"]

    def staff(self, role: str = "admin") -> TestClient:
        """Somebody who has just signed in and confirmed it."""
        return own_page_client(self.client, add_member(self.db, role, now=self.clock()).token)


def settle_in(product: Product) -> dict[str, Any]:
    """Everything such a household leaves behind, by calls that anybody makes; the reservation as its page shows it."""
    page, clock = product.page, product.clock
    at = (clock() - timedelta(minutes=9)).isoformat()
    page.reserve(key="canary-" * 3, **PERSON, touches=[{**NAMED_LINK, "at": at}], touch_consent="yes")
    add_visits(product.db, [visit(clock() - timedelta(hours=1), **NAMED_LINK)])
    own = page.open()
    changed = page.call(
        "reservation/contact", version=own["version"], first_name=FIRST, last_name=LAST, mobile_phone=PHONE
    )
    assert changed.status_code == 200, changed.text
    _have_the_card_checked(product)
    _allow_debits(product)
    _write_to_us(product)
    _wait_for_another_place(product)
    _note_by_staff(product, own["reference"])
    add_endpoint(product.db, clock, "http://127.0.0.1:9/hook")
    for name in ("deliver-mail", "issue-referral-codes", "check-referrals", "search-texts", "deliver-webhooks"):
        product.job(name)
    return own


def be_counted(product: Product) -> None:
    """A report on the household is kept, and the store has copied how it came."""
    asked = {"from": "2026-10-01", "to": "2026-11-03", "only_utm_campaign": [f"einladung-{LAST}".lower()]}
    kept = {"report": "reservations", "label": f"Für {LAST}", "parameters": asked}
    admin = product.staff()
    for _ in range(2):
        made = admin.post("/api/staff/report-runs", json=kept)
        assert made.status_code == 201, made.text
    removed = admin.request("delete", f"/api/staff/report-runs/{made.json()['id']}", json={"reason": f"Für {LAST}"})
    assert removed.status_code == 204, removed.text
    product.job("carry-visits")


def _have_the_card_checked(product: Product) -> None:
    """Refused first, then checked and given back."""
    for press in ("refused", "paid"):
        begun = product.page.call("reservation/card-check")
        assert begun.status_code == 200, begun.text
        path = "/" + str(begun.json()["address"]).split("/", 3)[3]
        assert product.client.post(path, data={"press": press}, follow_redirects=False).status_code == 303
        assert product.page.call("reservation/card-check/look").status_code == 200


def _allow_debits(product: Product) -> None:
    """From an account that no reader of the database, and of no file and no log, may learn."""
    account = BankAccount.read(product.settings, IBAN, f"{FIRST} {LAST}", is_other=True, has_agreed=True)

    def unit(session: Any) -> None:
        id_ = product.page.row().id
        agreed = AGREED | {
            "months": 24,
            "ended_on": date(2026, 12, 1),
            "received_on": date(2026, 11, 2),
            "begins_on": date(2026, 11, 2),
            "cause": "inherited",
            "texts": [{"kind": "contract"}],
            "decided_because": f"{LAST} hat angerufen",
        }
        contract = Contract(reservation_id=id_, number="V-2026-000123", **agreed)
        session.add(contract)
        session.flush()
        papers = f"Vertrag mit {FIRST} {LAST}".encode()
        session.add(
            ContractDocument(
                reservation_id=id_,
                contract_id=contract.id,
                filename="vertrag.pdf",
                made_at=product.clock(),
                sha256=sha256(papers).hexdigest(),
                content=papers,
            )
        )
        open_mandate(session, contract.id, contract.number, account, Channel.ONLINE, product.clock())
        early = {"first": 3, "due": date(2026, 12, 31), "cents": 100, "agreed_at": product.clock()}
        session.add(EarlyPayment(contract_id=contract.id, **early))
        other = replace(account, holder=f"Opa {LAST}")
        change_account.ask(session, session.get_one(Reservation, id_), contract.id, other, product.clock())

    product.db.write(unit)


def _write_to_us(product: Product) -> None:
    message = contact_body(
        name=f"{FIRST} {LAST}",
        email=EMAIL,
        phone=PHONE,
        message=f"Hier {LAST}, bitte um Rückruf.",
        reference="VG-2222-2222",
    )
    answer = product.client.post("/api/contact", json=message)
    assert answer.status_code == 200, answer.text
    _write_mails(product)


def _write_mails(product: Product) -> None:
    """Answers to our mail with two files, one of which is refused, a report that it is late, and a mail by itself."""
    sent = product.page.mails()[-1].message_id
    own = {"from": f"{FIRST} {LAST} <{EMAIL}>", "to": f"Post <post-{LAST}@voltigo.invalid>", "subject": f"Von {LAST}"}
    thread = {"in_reply_to": f"<{sent}@voltigo.invalid>", "references": f"<{sent}@voltigo.invalid>"}
    text = f"Anbei die Vollmacht.\n{FIRST} {LAST}"
    pdf, program = b"%PDF-1.7 " + LAST.encode(), b"MZ\x90\x00"
    receive(
        product.db,
        product.clock(),
        with_file(text, f"Vollmacht {LAST}.pdf", pdf, message_id="<canary@mail.example>", **own, **thread),
        with_file(text, f"{LAST}.exe", program, **own, **thread),
        bounce(sent, EMAIL, action="delayed"),
        mail(text, **own, reply_to=f"{FIRST} <{FIRST}@{EMAIL.partition('@')[2]}>"),
    )


def _wait_for_another_place(product: Product) -> None:
    """The park is full by now; the household wants a second place."""
    line = Line(product.client, product.db, product.clock, product.folder)
    wish = {"annual_kwh": 1000, "payment_plan": "one-off", "typed": {"mobile_phone": PHONE}}
    joined = line.call("entries", name=f"{FIRST} {LAST}", email=EMAIL, **wish)
    assert joined.status_code == 200, joined.text
    assert line.call("links/press", token=product.page.token("waiting", EMAIL)).status_code == 200


def _note_by_staff(product: Product, reference: str) -> None:
    """What people here write down about the household, in every place that takes a text."""
    admin = product.staff()
    row = admin.get("/api/staff/reservations", params={"q": LAST}).json()["data"][0]
    id_ = row["id"]
    edit = {
        "version": row["version"],
        "tags": [f"Kind {LAST}"],
        "street": f"{LAST}er Gasse 3",
        "town": f"{FIRST}stadt",
        "follow_up_on": "2026-12-01",
    }
    segment = {"name": f"Wie {LAST}", "filters": {"only_utm_campaign": [NAMED_LINK["utm_campaign"]]}}
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("patch", f"reservations/{id_}", edit),
        ("post", f"reservations/{id_}/notes", {"text": f"{LAST} ruft an", "call": {"minutes": 3}}),
        ("put", f"reservations/{id_}/follow-up",
         {"day": "2026-12-01", "seen": "2026-12-01", "subject": f"{FIRST} {LAST} zurückrufen"}),
        ("post", "views", {"resource": "reservations", "name": f"Fall {LAST}", "is_team": True,
                           "definition": {"filters": {"q": "zwetschgenf", "tag": f"Kind {LAST}"}}}),
        ("post", "exports", {"resource": "reservations", "format": "csv-de", "filters": {"q": LAST}}),
        ("post", "answer-files", {"reservation_id": id_, "filename": f"Plan {LAST}.txt",
                                  "content": b64encode(f"Plan {LAST}".encode()).decode()}),
        ("post", "notes", {"day": "2026-01-01", "text": f"Besuch von {LAST}"}),
        ("post", "report-segments", segment),
        ("post", "parks/ingolstadt/pause", {"reason": f"Wegen {FIRST} {LAST}, {PHONE}"}),
        ("post", "parks/ingolstadt/resume", {"reason": f"{reference} ist geklärt"}),
    ]  # fmt: skip
    for method, path, body in calls:
        answer = admin.request(method, f"/api/staff/{path}", json=body)
        assert answer.status_code in (200, 201, 204), (path, answer.text)


def traces_in_database(db: Database) -> dict[str, set[str]]:
    """What can be read of the household in the rows: by `table.column`, which trace."""
    found: dict[str, set[str]] = {}
    with db.read() as session:
        for table in metadata.sorted_tables:
            if table.name == "kept_texts":  # published texts; the price book lists every supplier
                continue
            for row in session.execute(table.select()).mappings():
                for name, value in row.items():
                    if seen := traces_in(str(value)):
                        found.setdefault(f"{table.name}.{name}", set()).update(seen)
    return found


def traces_in_files(product: Product) -> dict[str, set[str]]:
    """The same in the data folder, in whatever format, and in the bytes of SQLite's own files."""
    found = {}
    for path in _files(product):
        form = {".parquet": "parquet", ".eml": "eml"}.get(path.suffix, "")
        content = path.read_bytes()
        written = text_of(content, form) if form else content.decode("utf-8", "replace")
        if seen := traces_in(written) - set(ROWS_ONLY):
            found[path.name] = seen
    return found


def words_in_index(db: Database) -> set[str]:
    """The traces among the words of SQLite's full-text index, in whose pages words are not written out."""
    if not db.is_sqlite:
        return set()
    connection = db.engine.raw_connection()
    with closing(connection):
        cursor = connection.cursor()
        cursor.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'reservation_terms', 'row')")
        words = " ".join(word for (word,) in cursor.execute("SELECT term FROM temp.words"))
        pages = b"".join(block for (block,) in cursor.execute("SELECT block FROM reservation_terms_data"))
        cursor.execute("DROP TABLE temp.words")
    return traces_in(words) | traces_in(pages.decode("utf-8", "replace"))


def traces_in(written: str) -> set[str]:
    """The traces of the household in a text."""
    lower = written.lower()
    found = {trace for trace in TRACES if trace in lower and (not trace.isdigit() or _is_number(trace, lower))}
    return found | ({POSTCODE} if _POSTCODE.search(lower) else set())


def _is_number(digits: str, written: str) -> bool:
    """Alone or after its prefix: in the middle of a hash these digits stand by chance."""
    return re.search(rf"(?:172|(?<![0-9a-f])){digits}", written) is not None


def _files(product: Product) -> Iterator[Path]:
    yield from (path for path in product.settings.data_dir.rglob("*") if path.is_file())
    if product.db.is_sqlite:
        database = Path(str(product.db.engine.url.database))
        yield from (path for path in database.parent.glob(f"{database.name}*") if path.is_file())
