"""The README of an export: German, for a reader who opens the folder in some years."""

from services.core.clock import BERLIN
from services.core.german import counted, number
from services.portability.format.description import Export
from services.portability.words.meanings import GROUPS

NAME = "README.md"
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
    """The text for this export."""
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
