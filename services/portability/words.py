"""Documentation inside an export: the meaning of each table, and a README for readers years later."""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Table

from services.core.clock import BERLIN
from services.core.db.db import Base
from services.core.german import counted, number
from services.core.personal_data import Description
from services.data_protection.registry import REGISTRY
from services.models import metadata
from services.portability.description import Export

_HOUSEHOLDS: Final = {
    "reservations": "Reservierungen: je Zeile der Platz eines Haushalts mit Anteil, Angebot, Anschrift und Stand.",
    "reservation_changes": "Was an einer Reservierung geändert wurde: wann, von wem, vorher und nachher.",
    "reservation_notes": "Notizen des Teams zu einer Reservierung.",
    "reservation_tags": "Schlagwörter des Teams an einer Reservierung.",
    "reservation_touches": "Über welche Wege ein Haushalt vor seiner Reservierung auf die Website kam.",
    "consents": "Einwilligungen und Bestätigungen: welchem Text wann zugestimmt wurde.",
    "evidence": "Nachweise: was einem Haushalt bei einer Entscheidung gezeigt wurde.",
    "told_origins": "Antworten auf die Frage, wie ein Haushalt von uns erfahren hat.",
    "household_links": "Links in Mails, mit denen ein Haushalt seine Seite öffnet oder seine Adresse bestätigt.",
    "household_sessions": "Browser, in denen ein Haushalt seine Seite geöffnet hat.",
    "hand_overs": "Plätze, die ein Haushalt einem anderen übergeben möchte oder übergeben hat.",
    "card_checks": "Prüfungen von Zahlungskarten, je Versuch eine, ohne Angaben der Karte.",
    "contracts": "Verträge der Haushalte, je Zeile einer.",
    "mandates": "Lastschriftmandate mit Konten, deren Nummern verschlüsselt sind.",
    "account_changes": "Konten, die ein Haushalt angegeben und noch nicht bestätigt hat; Nummern sind verschlüsselt.",
    "debit_notices": "Ankündigungen von Lastschriften: was, wie viel und an welchem Tag.",
    "payment_reminders": "Erinnerungen an offene Zahlungen, je Schritt eine.",
    "reminder_stops": "Verträge, zu denen jemand die Erinnerungen angehalten hat.",
    "early_payments": "Verträge, deren restliche Raten auf einmal bezahlt werden.",
    "bank_runs": "Dateien für die Bank: Lastschriften und Erstattungen, und wer sie freigegeben hat.",
    "bank_lines": "Die einzelnen Lastschriften und Überweisungen dieser Dateien.",
    "bank_statements": "Kontoauszüge, die gebucht sind; von jeder Datei nur die Prüfsumme.",
    "statement_lines": "Bewegungen auf unserem Konto, und was jede ist; Namen und Kontonummern sind verschlüsselt.",
    "contract_documents": "Die Unterlagen der Verträge als PDF, wie sie bestellt und verschickt wurden.",
    "share_periods": "Die Tage, an denen ein Anteil Gutschriften bringt; unter null: nicht mehr bringt.",
    "ledger_entries": "Die Bücher: Buchungen, die nie geändert werden.",
    "ledger_postings": "Die Zeilen der Buchungen; Soll ist positiv, und jede Buchung ergibt null.",
    "hand_over_links": "Links an den Haushalt, der einen Platz übernehmen soll.",
    "contact_messages": "Nachrichten des Kontaktformulars.",
    "conversations": "Vorgänge: alles, was mit einem Gegenüber zu einer Sache geschrieben wurde.",
    "messages": "Die einzelnen Nachrichten eines Vorgangs, eingehend und ausgehend.",
    "message_attachments": "Anhänge von Nachrichten, mit ihrem Inhalt.",
    "answer_files": "Dateien an Antworten, die noch geschrieben werden.",
    "answer_templates": "Textbausteine, mit denen Antworten beginnen.",
    "declarations": "Widerrufe und Kündigungen, genau wie sie eingegangen sind.",
    "declaration_cases": "Wie das Team einen Widerruf oder eine Kündigung bearbeitet.",
    "declaration_changes": "Die einzelnen Schritte dieser Bearbeitung.",
    "waiting_entries": "Die Warteliste: Haushalte, die auf einen Platz in einem Park warten.",
    "waiting_events": "Was auf der Warteliste mit einem Eintrag geschah.",
    "waiting_keys": "Zugänge eines Haushalts zu seinem Eintrag auf der Warteliste, als Prüfsummen.",
    "waiting_offers": "Plätze, die einem Eintrag der Warteliste angeboten wurden.",
    "referral_codes": "Codes, mit denen Haushalte oder Partner uns empfehlen.",
    "referral_uses": "Ob eine Empfehlung zählt, mit dem Grund.",
    "mails": "E-Mails und Briefe: Empfänger, Inhalt und ob sie angekommen sind.",
    "mailbox_positions": "Bis wohin ein Postfach gelesen ist.",
    "mailbox_refusals": "Eingegangene E-Mails, die nicht gelesen werden konnten.",
}
_PARKS: Final = {
    "parks": "Die Solarparks mit Leistung, Plätzen und Stand.",
    "park_changes": "Was an einem Park geändert wurde: wann, von wem, vorher und nachher.",
    "spots": "Die einzelnen Plätze der Parks und ob sie frei sind.",
    "kept_texts": "Jede Fassung von Preisen, Angeboten und Rechtstexten, wie sie veröffentlicht war.",
}
_DESK: Final = {
    "staff_accounts": "Konten des Teams; Passwörter nur als Prüfsummen (Argon2).",
    "staff_links": "Einmalige Links zum Setzen eines Passworts, als Prüfsummen.",
    "staff_recovery_codes": "Ersatzcodes für die zweite Anmeldestufe, als Prüfsummen.",
    "staff_passkeys": "Passkeys der Kolleginnen und Kollegen: öffentliche Schlüssel und Zähler.",
    "staff_passkey_challenges": "Einmalige Fragen an einen Passkey, als Prüfsummen; sie gelten fünf Minuten.",
    "staff_sessions": "Browser, in denen jemand aus dem Team angemeldet ist, als Prüfsummen.",
    "staff_operations": "Vorgänge des Teams an einer oder vielen Reservierungen.",
    "operation_requests": "Große Vorgänge, die eine zweite Person freigibt.",
    "audit_entries": "Das Protokoll: was wann von wem getan wurde, als Kette von Prüfsummen.",
    "erasures": "Gelöschte Personen, nur mit der Nummer ihrer Reservierung.",
    "retention_runs": "Was die nächtliche Löschung nach Fristen entfernt hat.",
    "export_links": "Dateien, die einmal abgeholt werden können.",
    "saved_views": "Gespeicherte Ansichten der Listen.",
    "record_viewers": "Wer gerade welche Reservierung geöffnet hat.",
    "work_items": "Aufgaben: wer sie übernommen, verschoben oder erledigt hat.",
    "reservation_imports": "Eingespielte Listen von Reservierungen.",
    "reservation_import_rows": "Die einzelnen Zeilen dieser Listen.",
}
_MARKETING: Final = {
    "visits": "Aufrufe der Website ohne Anschrift und ohne Cookie: wann, welche Seite, über welche Kampagne.",
    "visit_salts": "Schlüssel eines Tages für die Prüfsummen der Besuche; am nächsten Tag gelöscht.",
    "campaigns": "Kampagnen mit Zeitraum und Budget.",
    "campaign_aliases": "Schreibweisen, die dieselbe Kampagne meinen.",
    "campaign_costs": "Was eine Kampagne an einem Tag gekostet hat, in Cent.",
    "cost_imports": "Eingespielte Dateien mit Kosten.",
    "cost_arrivals": "Dateien mit Kosten, die im Eingangsordner lagen, mit ihrem Inhalt.",
    "platform_names": "Namen von Kampagnen auf Werbeplattformen und was sie hier bedeuten.",
    "contract_targets": "Was ein Vertrag höchstens kosten soll.",
    "chart_notes": "Anmerkungen zu einem Tag, die in Diagrammen stehen.",
    "short_links": "Kurze Adressen für Papier.",
    "short_link_hits": "Wie oft eine kurze Adresse an einem Tag aufgerufen wurde.",
    "self_checks": "Nächtliche Prüfungen, ob die Felder der Kampagnen überall ankommen.",
}
_REPORTS: Final = {
    "report_runs": "Gerechnete Berichte mit Eingaben und Datenstand.",
    "report_artefacts": "Die Dateien versendeter Berichte (Verweise auf den Ordner files/).",
    "report_deliveries": "An wen ein Bericht ging.",
    "report_links": "Links, mit denen Personen ohne Konto einen Bericht sehen.",
    "report_link_openings": "Wie oft ein solcher Link in einer Stunde geöffnet wurde.",
    "report_recipients": "Empfänger regelmäßiger Berichte.",
    "report_schedules": "Regelmäßige Berichte: was, wann, in welcher Form.",
    "report_segments": "Gespeicherte Filter der Berichte.",
    "alert_rules": "Wann eine Warnung entsteht und wer sie bekommt.",
    "alerts": "Warnungen, vom Anfang bis zum Ende.",
    "store_files": "Dateien des Speichers für Auswertungen (Verweise auf den Ordner files/).",
    "store_watermarks": "Bis wohin dieser Speicher gefüllt ist.",
    "relation_marks": "Zähler, an denen Berichte erkennen, dass sich eine Tabelle geändert hat.",
}
_OPERATION: Final = {
    "installation": "Angaben zu dieser Datenbank: eine Zeile.",
    "stored_settings": "In der Konsole eingetragene Einstellungen: eine Zeile. Das Mailkonto ist versiegelt.",
    "jobs": "Regelmäßige Aufgaben des Servers.",
    "job_runs": "Läufe dieser Aufgaben mit ihrem Ergebnis.",
    "backup_state": "Stand der Sicherungen: eine Zeile.",
    "idempotency_keys": "Antworten auf Aufrufe, damit ein zweiter Versuch nichts doppelt tut.",
    "rate_counts": "Zählung von Aufrufen gegen Missbrauch, von Anrufern nur als Prüfsummen.",
    "invariant_results": "Ergebnisse der nächtlichen Prüfung, ob alles zusammenpasst.",
    "setup_checks": "Ergebnisse der Prüfungen zur Einrichtung.",
    "setup_confirmations": "Was bei der Einrichtung von Hand bestätigt wurde.",
    "machine_tokens": "Zugänge anderer Programme zu Berichten, als Prüfsummen.",
    "webhook_endpoints": "Adressen anderer Programme, die Ereignisse empfangen.",
    "webhook_secrets": "Ausgangswerte der Schlüssel, mit denen Ereignisse unterschrieben werden.",
    "webhook_deliveries": "Ereignisse und ihre Zustellung, mit dem genauen Inhalt.",
    "webhook_attempts": "Einzelne Versuche der Zustellung.",
    "webhook_cursor": "Bis zu welchem Eintrag des Protokolls Ereignisse gebildet sind.",
}
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Haushalte und Schriftverkehr": _HOUSEHOLDS,
    "Parks und Angebot": _PARKS,
    "Arbeit des Teams": _DESK,
    "Besuche und Kampagnen": _MARKETING,
    "Berichte und Warnungen": _REPORTS,
    "Betrieb": _OPERATION,
}
MEANINGS: Final[Mapping[str, str]] = {name: said for group in GROUPS.values() for name, said in group.items()}
"""By the table's name."""


def words_on_tables() -> dict[str, dict[str, Any]]:
    """What a description says about each table of this code, and under `columns` about each of its columns."""
    models = {mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers}
    return {table.name: _of_table(table, models.get(table.name)) for table in metadata.sorted_tables}


def _of_table(table: Table, model: type | None) -> dict[str, Any]:
    described = REGISTRY[table.name]
    said = column_docstrings(model) if model is not None else {}
    found: dict[str, Any] = {"meaning": MEANINGS[table.name]}
    if model is not None and model.__doc__:
        found["model"] = inspect.cleandoc(model.__doc__)
    found["personal"] = bool(described.personal)
    if described.personal:
        found |= {"purpose": described.purpose, "legal_basis": described.basis}
    found["foreign_keys"] = [
        {
            "columns": [column.name for column in key.columns],
            "table": key.referred_table.name,
            "references": [element.column.name for element in key.elements],
        }
        for key in sorted(table.foreign_key_constraints, key=lambda key: [column.name for column in key.columns])
    ]
    found["columns"] = {column.name: _of_column(column, said, described) for column in table.columns}
    return found


def _of_column(column: Any, said: Mapping[str, str], described: Description) -> dict[str, Any]:
    found: dict[str, Any] = {"sql": str(column.type)}
    if column.name in said:
        found["meaning"] = said[column.name]
    if personal := described.personal.get(column.name):
        found["personal"] = personal.what
    return found


def column_docstrings(model: type) -> dict[str, str]:
    """The string below each column of a model, by the column's name."""
    found: dict[str, str] = {}
    for part in reversed(model.__mro__):
        if part.__module__.startswith("services."):
            found |= _docstrings(part)
    return found


def _docstrings(part: type) -> dict[str, str]:
    definition = _classes(part.__module__).get(part.__qualname__)
    found: dict[str, str] = {}
    if definition is None:
        return found
    for before, after in zip(definition.body, definition.body[1:], strict=False):
        if not isinstance(before, ast.AnnAssign) or not isinstance(before.target, ast.Name):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            found[before.target.id] = inspect.cleandoc(after.value.value).replace("\n", " ")
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by name; each file is read and parsed once."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


README = "README.md"
_BEGIN = """\
# Export von Voltigo

Dieser Ordner enthält alles, was eine Installation von Voltigo gespeichert hat: {tables} mit {rows} und {files}.
Stand: {at} Uhr (Berlin), Voltigo {version}, Schema {revision}, Datenbank {database}.

## Vertraulich

Der Ordner enthält personenbezogene Daten: Namen, Anschriften, Telefonnummern, E-Mail-Adressen und Schriftverkehr von
Haushalten und Angaben zum Team. Er ist **nicht verschlüsselt**. Bitte

- bewahren Sie ihn nur verschlüsselt auf und geben Sie ihn nur an Personen weiter, die ihn brauchen,
- löschen Sie ihn, sobald er seinen Zweck erfüllt hat,
- denken Sie daran, dass Löschungen, die Haushalte nach dem Export verlangen, auch hier auszuführen sind.

Passwörter und Zugänge stehen darin nur als Prüfsummen. {secret}

## Was hier liegt

| | |
|---|---|
| `tables/NAME.parquet` | die Zeilen einer Tabelle mit ihren Datentypen (Apache Parquet; lesbar mit DuckDB, pandas, R) |
| `tables/NAME.csv` | dieselben Zeilen als Text |
| `files/` | Dateien, die in Tabellen genannt sind: Berichte, Mails als Dateien, der Speicher für Auswertungen |
| `description.json` | für Programme: jede Tabelle und Spalte mit Typ, Bedeutung, Schlüsseln und Personenbezug |
| `SHA256SUMS` | Prüfsummen aller Dateien; `sha256sum -c SHA256SUMS` vergleicht sie |

## So liest man es

- CSV nach RFC 4180: UTF-8, Komma, Zeilenende CRLF, erste Zeile mit den Namen der Spalten.
- **Kein Wert (NULL) ist ein leeres Feld ohne Anführungszeichen; ein leerer Text ist `""`.** Texte stehen immer in
  Anführungszeichen.
- Zeitpunkte sind UTC (`2026-11-27T06:30:00.000000Z`), Tage `2026-11-27`, Geldbeträge ganze Cent (Spalten `…_cents`).
- Inhalte von Dateien stehen in Base64, verschachtelte Angaben als JSON.
- Die Zeilen sind nach dem Primärschlüssel sortiert.
- Öffnen Sie CSV-Dateien in einer Tabellenkalkulation über „Daten importieren“ und wählen Sie „Text“ für alle Spalten:
  Sonst verändert sie Nummern und führt Texte, die mit `=` beginnen, als Formeln aus.

## Wieder einspielen

`voltigo import ORDNER` spielt den Export in eine leere Installation ein, mit SQLite oder PostgreSQL, und vergleicht
danach jede Zeile. `--from csv` liest die CSV-Dateien statt der Parquet-Dateien.

## Tabellen
"""
_KEYS_INCLUDED = (
    "Die Datei `secret` ist das Geheimnis der Installation: Mit ihr gelten zweite Faktoren, Links in Mails und die "
    "Schlüssel der Webhooks weiter. Wer sie hat, kann solche Zugänge fälschen."
)
_KEYS_LEFT_OUT = (
    "Das Geheimnis der Installation ist nicht enthalten. Nach dem Einspielen richten alle im Team die zweite "
    "Anmeldestufe neu ein, Empfänger von Webhooks bekommen neue Schlüssel, Links in bereits versendeten Mails gelten "
    "nicht mehr, und frühere Prüfpunkte des Protokolls lassen sich nur mit dem alten Geheimnis prüfen."
)


def readme(export: Export) -> str:
    begin = _BEGIN.format(
        tables=counted(len(export.tables), "Tabelle", "Tabellen"),
        rows=counted(export.rows, "Zeile", "Zeilen"),
        files=counted(len(export.files), "Datei", "Dateien"),
        at=f"{export.moment.astimezone(BERLIN):%d.%m.%Y, %H:%M}",
        version=export.version,
        revision=export.revision,
        database={"sqlite": "SQLite", "postgresql": "PostgreSQL"}[export.database],
        secret=_KEYS_INCLUDED if export.has_secret else _KEYS_LEFT_OUT,
    )
    counts = export.counts
    parts = [begin]
    for title, tables in GROUPS.items():
        parts.append(f"\n### {title}\n\n| Tabelle | Zeilen | Inhalt |\n|---|--:|---|\n")
        parts += [
            f"| `{name}` | {number(counts[name])} | {said} |\n" for name, said in tables.items() if name in counts
        ]
    return "".join(parts)
