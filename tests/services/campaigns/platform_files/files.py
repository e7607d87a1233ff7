"""Cost files as ad platforms, agencies and accounting write them, byte for byte, and what they come to.

Each names its expected cents by campaign and day, or the sentence by which the file or its first bad line is refused,
or what has to be asked with the sum (or the first day) of each answer.
"""

import csv
import io
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from tests.fixtures.table_files import workbook

DOLLAR: Final = {"currency": "USD", "rate": "0,9213", "on": "2026-03-03", "source": "ecb"}
"""The rate that is known to every file."""
ONE, TWO = date(2026, 3, 1), date(2026, 3, 2)


@dataclass(frozen=True, slots=True)
class Sample:
    """A file. `costs`: (campaign, day) to cents; `refusal`: the sentence. `counts`: all clicks and impressions.
    `asked`: each open question with what its answers come to.
    """

    name: str
    content: bytes
    platform: str
    costs: dict[tuple[str, date], int] = field(default_factory=dict)
    refusal: str = ""
    counts: tuple[int | None, int | None] = (None, None)
    asked: dict[str, list[int | date]] = field(default_factory=dict)
    told: dict[str, object] = field(default_factory=dict)
    """What is said of it; of a table that no platform wrote, and that is not asked about, that it is without VAT."""


def _text(*lines: str, end: str = "\r\n") -> str:
    return end.join(lines) + end


_BOTH = {("Solar", ONE): 123_456, ("Solar", TWO): 750}
_NO_RATE = "Der Betrag steht in CHF. Zum Einlesen fehlt der Kurs."
_PERIOD = "Der Betrag gilt für einen Zeitraum. Bitte exportieren Sie die Kosten nach einzelnen Tagen."
_OTHER_SUM = "Diese Zeile nennt eine Summe; die übrigen Zeilen ergeben einen anderen Betrag."
_OUTSIDE = "Über der Tabelle steht der Zeitraum 01.03.2026 bis 02.03.2026. Dieser Tag liegt außerhalb."

_GOOGLE_DE = _text(
    "Kampagnenbericht",
    '"1. März 2026 - 2. März 2026"',
    "Kampagnenstatus,Kampagne,Tag,Währungscode,Impr.,Klicks,Durchschn. CPC,Kosten",
    'Aktiviert,Solar,2026-03-01,EUR,"12.345",321,"3,85","1.234,56"',
    'Aktiviert,Solar,2026-03-02,EUR,80,2,"3,75","7,50"',
    'Gesamt: Kampagnen, --, --,EUR,"12.425",323,"3,85","1.242,06"',
    'Gesamt: Konto, --, --,EUR,"12.425",323,"3,85","1.242,06"',
    end="\n",
)
_GOOGLE_EN = _text(
    "Campaign report",
    '"March 1, 2026 - March 2, 2026"',
    "Campaign status,Campaign,Day,Currency code,Impr.,Clicks,Avg. CPC,Cost",
    'Enabled,Solar,2026-03-01,EUR,"12,345",321,3.85,"1,234.56"',
    "Enabled,Solar,2026-03-02,EUR,80,2,3.75,7.50",
    'Total: Campaigns, --, --,EUR,"12,425",323,3.85,"1,242.06"',
    end="\n",
)
_META_DE = _text(
    "Kampagnenname,Tag,Auslieferung der Kampagne,Ergebnisse,Reichweite,Impressionen,Klicks (alle),"
    "Ausgegebener Betrag (EUR),Berichtsbeginn,Berichtsende",
    ",,,,,12425,323,1242.06,2026-03-01,2026-03-02",
    "Solar,2026-03-01,active,3,900,12345,321,1234.56,2026-03-01,2026-03-02",
    "Solar,2026-03-02,active,,60,80,2,7.5,2026-03-01,2026-03-02",
)
_META_EN = _text(
    '"Campaign name",Day,"Ad set name","Amount spent (EUR)",Impressions,"Link clicks","Reporting starts",'
    '"Reporting ends"',
    '"Solar",2026-03-01,"DE 25-44",1000.00,12000,300,2026-03-01,2026-03-01',
    '"Solar",2026-03-01,"DE 45-65",234.56,345,21,2026-03-01,2026-03-01',
    '"Solar",2026-03-02,"DE 25-44",7.50,80,2,2026-03-02,2026-03-02',
)
_MICROSOFT_EN = _text(
    '"Report Name: Campaign performance"',
    '"Report Time: 3/1/2026,3/2/2026"',
    '"Time Zone: Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
    '"Last Completed Available Day: 3/3/2026 6:40:00 AM (GMT)"',
    '"Report Aggregation: Daily"',
    '"Rows: 2"',
    "",
    '"Gregorian date","Account name","Campaign name","Currency code","Impressions","Clicks","Spend"',
    '"3/1/2026","Voltigo","Solar","EUR","12,345","321","1,234.56"',
    '"3/2/2026","Voltigo","Solar","EUR","80","2","7.50"',
    "",
    '"©2026 Microsoft Corporation. All rights reserved. "',
)
_MICROSOFT_DE = _text(
    "Berichtsname: Kampagnenleistung",
    "Gregorianisches Datum;Kontoname;Kampagnenname;Impressionen;Klicks;Ausgaben",
    "01.03.2026;Voltigo;Solar;12.345;321;1.234,56",
    "02.03.2026;Voltigo;Solar;80;2;7,50",
    "Gesamtsumme -;;;12.425;323;1.242,06",
    "©2026 Microsoft Corporation. Alle Rechte vorbehalten. ",
)
_LINKEDIN_EN = _text(
    "Campaign Performance Report (in UTC)",
    '"Report Start: March 1, 2026, 12:00 AM"',
    '"Report End: March 2, 2026, 11:59 PM"',
    '"Date Generated: March 3, 2026, 8:15 AM"',
    "",
    "Start Date (in UTC)\tAccount Name\tCurrency\tCampaign Group Name\tCampaign Name\tCampaign Status\tImpressions\t"
    "Clicks\tAverage CPM\tTotal Spent",
    "03/01/2026\tVoltigo\tEUR\tDach\tSolar\tACTIVE\t12,345\t321\t100.01\t1,234.56",
    "03/02/2026\tVoltigo\tEUR\tDach\tSolar\tACTIVE\t80\t2\t93.75\t7.50",
    end="\n",
)
_LINKEDIN_DE = _text(
    "Kampagnen-Performance-Bericht (UTC)",
    "",
    "Startdatum (UTC)\tKontoname\tWährung\tKampagnenname\tImpressions\tKlicks\tGesamtausgaben",
    "01.03.2026\tVoltigo\tEUR\tSolar\t12.345\t321\t1.234,56",
    "02.03.2026\tVoltigo\tEUR\tSolar\t80\t2\t7,50",
    end="\n",
)
_AGENCY = _text(
    "Nr.;Datum;Maßnahme;Anzahl;Kosten netto in €",
    "1;1.3.26;Solar;1;1.234,56 €",
    "2;2.3.26;Solar;1;7,50 €",
    ";;;Summe;1.242,06 €",
)

_MICROSOFT_API = _text(
    '"TimePeriod","AccountName","CampaignName","CurrencyCode","Impressions","Clicks","Spend"',
    '"2026-03-01","Voltigo","Solar","EUR","12345","321","1234.56"',
    '"2026-03-02","Voltigo","Solar","EUR","80","2","7.50"',
)
_MICROSOFT_HEAD = _text(
    '"Report Name: Campaign performance"',
    '"Report Time: 3/1/2026,3/2/2026"',
    '"Time Zone: Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
    '"Last Completed Available Day: 3/3/2026 6:40:00 AM (GMT)"',
    '"Report Aggregation: Daily"',
    '"Report Filter: "',
    '"Potential Incomplete Data: False"',
    '"Rows: 2"',
    "",
)
_MICROSOFT_GERMAN_UI = _text(
    "Datum;Kontoname;Kampagnenname;Kampagnenstatus;Währungscode;Impressionen;Klicks;Durchschn. CPC;Ausgaben",
    "01.03.2026;Voltigo;Solar;Aktiv;EUR;12.345;321;3,85;1.234,56",
    "02.03.2026;Voltigo;Solar;Aktiv;EUR;80;2;3,75;7,50",
)
_TIKTOK_EN = _text(
    "Campaign name,By Day,Cost,CPC (destination),Impressions,Clicks,Conversions,Cost per conversion,Currency",
    "Solar,2026-03-01,1234.56,3.85,12345,321,4,308.64,EUR",
    "Solar,2026-03-02,7.50,3.75,80,2,0,0.00,EUR",
    "Total of 2 results,-,1242.06,3.85,12425,323,4,310.52,EUR",
)
_TIKTOK_DE = _text(
    "Kampagnenname,Nach Tag,Kosten,Impressionen,Klicks,Währung",
    "Solar,2026-03-01,1234.56,12345.00,321.00,EUR",
    "Solar,2026-03-02,7.50,80.00,2.00,EUR",
    "Insgesamt 2 Ergebnisse,-,1242.06,12425.00,323.00,EUR",
)
_META_CELLS = (
    ("Kampagnenname", "Tag", "Ausgegebener Betrag (EUR)", "Klicks auf Link"),
    ("Solar", {"day": 46082}, 1234.56, 321.0),
    ("Solar", {"day": 46083}, 7.495, 2.0),
    (None, None, 1242.055, None),
)
_AGENCY_CELLS = (
    ("Rechnung 17",),
    ("Kampagne", "Datum", "Kosten"),
    ("Solar", {"day": 46082}, 1.234),
    ("Solar", {"day": 46083}, 2.0),
    ("Summe", None, {"formula": "SUM(C3:C4)", "value": 3.234}),
)
_PINTEREST = _text(
    "Campaign name,Campaign ID,Date,Currency code,Spend in account currency,Impressions,Pin clicks,Clicks",
    "Solar,626744528398,2026-03-01,EUR,1234.56,12345,400,321",
    "Solar,626744528398,2026-03-02,EUR,7.50,80,3,2",
)
_BY_NETWORK = _text(
    "Campaign report",
    '"March 1, 2026 - March 2, 2026"',
    "Campaign,Day,Network (with search partners),Currency code,Impr.,Clicks,Cost",
    'Solar,2026-03-01,Google search,EUR,"12,000",300,"1,200.00"',
    "Solar,2026-03-01,Search partners,EUR,345,21,34.56",
    "Solar,2026-03-02,Google search,EUR,80,2,7.50",
    'Total: Search,,,EUR,"12,425",323,"1,242.06"',
    end="\n",
)

_DAYS: Final[dict[str, list[int | date]]] = {"day_format": [date(2026, 1, 3), ONE]}
"""Days such as 3/1/2026 that nothing in the file decides."""
_SEEN: Final = (323, 12_425)


def _tabs(text: str) -> str:
    """The same table as a platform's "Excel .csv" has it: tabs, and line ends of Windows."""
    rows = csv.reader(io.StringIO(text))
    return "".join("\t".join(cells) + "\r\n" for cells in rows)


def _resaved(text: str) -> str:
    """The same table saved again by German Excel: semicolons and decimal commas."""
    return text.replace(",", ";").replace(".", ",")


def _google(*rows: str) -> bytes:
    return _text("Kampagne,Tag,Währungscode,Kosten", *rows).encode()


def _agency(*rows: str, amount: str = "Kosten") -> bytes:
    return _text(f"Kampagne;Tag;{amount}", *rows).encode("cp1252")


def _net_of(amounts: str, one: str, two: str) -> bytes:
    return _agency(f"Solar;01.03.2026;{one}", f"Solar;02.03.2026;{two}", amount=amounts)


def _google_titled(*days: str) -> bytes:
    rows = (f"Solar,{day},EUR,1.00" for day in days)
    return _text('"March 1, 2026 - March 2, 2026"', "Campaign,Day,Currency code,Cost", *rows).encode()


_GOOGLE: Final = (
    Sample("google, German", _GOOGLE_DE.encode(), "google", _BOTH, counts=_SEEN),
    Sample("google, German, marked", _GOOGLE_DE.encode("utf-8-sig"), "google", _BOTH, counts=_SEEN),
    Sample("google, German, Excel .csv", _tabs(_GOOGLE_DE).encode("utf-16"), "google", _BOTH, counts=_SEEN),
    Sample("google, English", _GOOGLE_EN.encode(), "google", _BOTH, counts=_SEEN),
    Sample("google, English, Excel .csv", _tabs(_GOOGLE_EN).encode("utf-16-be"), "google", _BOTH, counts=_SEEN),
    Sample("google, francs", _google('Solar,2026-03-01,CHF,"12,00"'), "google", refusal=_NO_RATE),
    Sample("google, dollars", _GOOGLE_DE.replace(",EUR,", ",USD,").encode(), "google",
           {("Solar", ONE): 113_740, ("Solar", TWO): 691}, counts=_SEEN),
    Sample("google, whole month", _google('Solar,01.03.2026 - 31.03.2026,EUR,"3.000,00"'), "google", refusal=_PERIOD,
           asked={"is_spread": [300_000]}),
    Sample("google, credit", _google('Solar,2026-03-01,EUR,"20,00"', 'Solar,2026-03-01,EUR,"-7,66"'), "google",
           {("Solar", ONE): 1234}),
    Sample("google, nothing spent", _google("Solar,2026-03-01,EUR, --", 'Solar,2026-03-02,EUR,"7,50"'), "google",
           {("Solar", ONE): 0, ("Solar", TWO): 750}),
    Sample("google, by network", _BY_NETWORK.encode(), "google", _BOTH, counts=_SEEN),
    Sample("google, real days of a workbook",
           _google("Solar,2026-03-01,EUR,1234.56", "Solar,2026-03-02,EUR,7.50"), "google", _BOTH),
    Sample("google, by month", _GOOGLE_DE.replace(",Tag,", ",Monat,").encode(), "google", refusal=_PERIOD,
           asked={"is_spread": [124_206]}),
    Sample("google, by week", _GOOGLE_EN.replace(",Day,", ",Week,").encode(), "google", refusal=_PERIOD,
           asked={"is_spread": [124_206]}),
    Sample("google, names of its interface", _text(
        "campaign.name,segments.date,metrics.clicks,metrics.cost_micros",
        "Solar,2026-03-01,321,1234560000", "Solar,2026-03-02,2,7495000").encode(), "google",
           {("Solar", ONE): 123_456, ("Solar", TWO): 750}, counts=(323, None)),
    Sample("google, clicks without costs", _text(
        "campaign.name,segments.date,metrics.clicks", "Solar,2026-03-01,12").encode(), "other",
           refusal="Die Spalte „metrics.clicks“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten."),
    Sample("google, a line is missing", _GOOGLE_DE.replace(
        'Aktiviert,Solar,2026-03-02,EUR,80,2,"3,75","7,50"\n', "").encode(), "google", refusal=_OTHER_SUM),
    Sample("google, a day outside its period", _google_titled("2026-03-01", "2026-03-03"), "google", refusal=_OUTSIDE),
)  # fmt: skip
_META: Final = (
    Sample("meta, German", _META_DE.encode("utf-8-sig"), "meta", _BOTH, counts=_SEEN),
    Sample("meta, German, saved again", _resaved(_META_DE).encode("cp1252"), "meta", _BOTH, counts=_SEEN),
    Sample("meta, English, ad sets", _META_EN.encode(), "meta", _BOTH, counts=_SEEN),
    Sample("meta, dollars", _META_DE.replace("(EUR)", "(USD)").encode(), "meta",
           {("Solar", ONE): 113_740, ("Solar", TWO): 691}, counts=_SEEN),
    Sample("meta, francs", _META_DE.replace("(EUR)", "(CHF)").encode(), "meta", refusal=_NO_RATE),
    Sample("meta, whole month", _text("Kampagnenname,Berichtsbeginn,Berichtsende,Ausgegebener Betrag (EUR)",
                                      "Solar,2026-03-01,2026-03-31,1242.06").encode(), "meta", refusal=_PERIOD,
           asked={"is_spread": [124_206]}),
    Sample("meta, part is missing", _META_DE.replace("1242.06", "1300.00").encode(), "meta", refusal=_OTHER_SUM),
    Sample("meta, no name", _META_EN.replace('"Solar",2026-03-02', '"",2026-03-02').encode(), "meta",
           refusal="Die Kampagne fehlt."),
    Sample("meta, with a budget", _text(
        "Kampagnenname,Tag,Budget der Kampagne,Ausgegebener Betrag (EUR)", "Solar,2026-03-01,5000.00,1234.56",
        "Solar,2026-03-02,5000.00,7.5").encode(), "meta", _BOTH),
    Sample("meta, euro and francs", _text(
        "Kampagnenname,Tag,Währung,Ausgegebener Betrag", "Solar,2026-03-01,EUR,1.50", "Solar,2026-03-02,CHF,2.50",
    ).encode(), "meta", refusal=_NO_RATE),
)  # fmt: skip
_OTHERS: Final = (
    Sample("microsoft, English", _MICROSOFT_EN.encode("utf-8-sig"), "microsoft", _BOTH, counts=_SEEN, asked=_DAYS),
    Sample("microsoft, German", _MICROSOFT_DE.encode("cp1252"), "microsoft", _BOTH, counts=_SEEN),
    Sample("microsoft, dollars", _MICROSOFT_EN.replace('"EUR"', '"USD"').encode(), "microsoft",
           {("Solar", ONE): 113_740, ("Solar", TWO): 691}, counts=_SEEN, asked=_DAYS),
    Sample("microsoft, German, currency and state", _MICROSOFT_GERMAN_UI.encode("cp1252"), "microsoft", _BOTH,
           counts=_SEEN),
    Sample("microsoft, names of its interface", _MICROSOFT_API.encode(), "microsoft", _BOTH, counts=_SEEN),
    Sample("microsoft, the same below its titles", (_MICROSOFT_HEAD + _MICROSOFT_API).encode("utf-8-sig"), "microsoft",
           _BOTH, counts=_SEEN),
    Sample("tiktok, English", _TIKTOK_EN.encode(), "tiktok", _BOTH, counts=_SEEN),
    Sample("tiktok, German, of a workbook", workbook({"Bericht": list(csv.reader(io.StringIO(_TIKTOK_DE)))}), "tiktok",
           _BOTH, counts=_SEEN),
    Sample("meta, German, with numbers and days of a workbook", workbook({"Formatierter Bericht": _META_CELLS}), "meta",
           _BOTH, counts=(323, None)),
    Sample("agency, with a thousandth in a workbook", workbook({"Titel": [], "März": _AGENCY_CELLS}), "other",
           {("Solar", ONE): 123, ("Solar", TWO): 200}),
    Sample("pinterest", _PINTEREST.encode(), "pinterest", _BOTH, counts=_SEEN),
    Sample("linkedin, English", _LINKEDIN_EN.encode("utf-16"), "linkedin", _BOTH, counts=_SEEN),
    Sample("linkedin, German", _LINKEDIN_DE.encode("utf-16-be"), "linkedin", _BOTH, counts=_SEEN),
    Sample("linkedin, no mark", _LINKEDIN_EN.encode("utf-16-le"), "linkedin", _BOTH, counts=_SEEN),
    Sample("agency", _AGENCY.encode("cp1252"), "other", _BOTH),
    Sample("credit note of accounting", _agency("Solar;01.03.2026;1.300,00", "Solar;01.03.2026;(65,44)"), "other",
           {("Solar", ONE): 123_456}),
    Sample("cents", _agency("Solar;01.03.2026;1234", amount="Kosten (Cent)"), "other",
           refusal="Der Betrag steht in Cent. Übernommen werden nur Beträge in Euro."),
    Sample("exported twice", _agency("Solar;01.03.2026;1,50", "Solar;01.03.2026;1,50"), "other",
           refusal="Steht Wort für Wort schon in Zeile 2. Zählt sie noch einmal?"),
    Sample("day in words", _agency("Solar;1. März 2026;1.234,56 €", "Solar;2. Mrz. 2026;7,50 €"), "other", _BOTH),
    Sample("no day", _agency("Solar;Anfang März;1,50"), "other", refusal="Der Tag ist kein lesbares Datum."),
    Sample("gross and net", _net_of("Kosten brutto;Kosten netto", "1.469,13;1.234,56", "8,93;7,50"), "other", _BOTH),
    Sample("net and gross", _net_of("Kosten (netto);Kosten (inkl. MwSt.)", "1.234,56;1.469,13", "7,50;8,93"), "other",
           _BOTH),
    Sample("costs, and those net", _net_of("Kosten;Nettobetrag", "1.469,13;1.234,56", "8,93;7,50"), "other", _BOTH),
    Sample("gross alone", _agency("Solar;01.03.2026;119,00", amount="Kosten brutto"), "other",
           {("Solar", ONE): 11_900}, asked={"vat": [10_000, 11_121]}),
    Sample("a name that says nothing", _agency("Solar;01.03.2026;12", amount="Wieviel"), "other",
           {("Solar", ONE): 1200}, asked={"amount": [1200]}),
    Sample("a point below German names", _agency("Solar;01.03.2026;1.234", "Solar;02.03.2026;2.345"), "other",
           {("Solar", ONE): 123_400, ("Solar", TWO): 234_500}, asked={"number_format": [357_900, 358]}),
    Sample("day or month first", _text("Campaign,Day,Cost", "Solar,03/01/2026,1.50").encode(), "other",
           {("Solar", ONE): 150}, asked={"day_format": [date(2026, 1, 3), ONE]}),
    Sample("a campaign called total", _agency("Gesamt Bayern;01.03.2026;1,50", "Summe;;1,50"), "other",
           {("Gesamt Bayern", ONE): 150}),
    Sample("dollars within a cell", _agency("Solar;01.03.2026;12,50 USD"), "other", {("Solar", ONE): 1152}),
    Sample("subtotals", _agency("Solar;01.03.2026;1,50", "Summe Solar;;1,50", "Solar;02.03.2026;2,00",
                                "Summe Solar;;2,00"), "other", {("Solar", ONE): 150, ("Solar", TWO): 200}),
    Sample("a total that is rounded", _agency("Solar;01.03.2026;1,50", "Gesamt;;1,51"), "other", {("Solar", ONE): 150}),
    Sample("quotation mark missing", _agency('"Solar;01.03.2026;1,50'), "other",
           refusal="Die Datei ist ab Zeile 2 nicht lesbar: Vermutlich fehlt ein Anführungszeichen."),
)  # fmt: skip
_MARCH = {("Solar", date(2026, 3, day)): 10_000 + (day == 31) for day in range(1, 32)}
_NOT_OVER = "Dieser Zeitraum ist noch nicht zu Ende."
_SPREAD: Final = {"is_spread": True}
_MICROSOFT_WEEKS = _text(
    "Woche;Kontoname;Kampagnenname;Klicks;Ausgaben",
    "23.02.2026;Voltigo;Solar;7;70,00",
    "02.03.2026;Voltigo;Solar;1;0,07",
)
_META_MONTHS = _text(
    "Kampagnenname,Kampagnen-ID,Berichtsbeginn,Berichtsende,Ausgegebener Betrag (EUR)",
    "Solar,120210,2026-03-01,2026-03-31,3100.01",
)
_PINTEREST_DE = _text(
    "Kampagnenname;Kampagnen-ID;Datum;Ausgaben in Kontowährung;Impressionen;Pin-Klicks;Klicks",
    "Solar;626744528398;01.03.2026;1.234,56;12.345;400;321",
    "Solar;626744528398;02.03.2026;7,50;80;3;2",
)
_BY_NUMBER = _text(
    "Campaign report",
    '"March 1, 2026 - March 2, 2026"',
    "Campaign ID,Campaign,Day,Currency code,Clicks,Cost",
    '22345678901,DE_Search_Neu,2026-03-01,EUR,321,"1,234.56"',
    "22345678901,DE_Search_Neu,2026-03-02,EUR,2,7.50",
    end="\n",
)
_OWN: Final = (
    Sample("google, months in words", _google('Solar,März 2026,EUR,"3.100,01"').replace(b"Tag", b"Monat"), "google",
           _MARCH, told=_SPREAD),
    Sample("google, weeks that reach beyond the titles", _GOOGLE_EN.replace(",Day,", ",Week,").replace(
        "2026-03-01", "2026-02-23").encode(), "google", _BOTH, counts=_SEEN, told=_SPREAD),
    Sample("google, a campaign known by its number alone", _BY_NUMBER.encode(), "google",
           {("Zahl", ONE): 123_456, ("Zahl", TWO): 750}, counts=(323, None)),
    Sample("meta, months by first and last day", _META_MONTHS.encode("utf-8-sig"), "meta", _MARCH, told=_SPREAD),
    Sample("microsoft, weeks", _MICROSOFT_WEEKS.encode("cp1252"), "microsoft",
           {("Solar", date(2026, 2, 23) + timedelta(days=n)): 1000 if n < 7 else 1 for n in range(14)},
           counts=(8, None), told=_SPREAD),
    Sample("pinterest, German", _PINTEREST_DE.encode("cp1252"), "pinterest", _BOTH, counts=_SEEN),
    Sample("tiktok, with the currency in the name", _TIKTOK_EN.replace(",Cost,", ",Cost (EUR),").encode(), "tiktok",
           _BOTH, counts=_SEEN),
    Sample("linkedin, with the currency in the name", _LINKEDIN_EN.replace("Total Spent", "Total Spent (EUR)").encode(),
           "linkedin", _BOTH, counts=_SEEN),
    Sample("linkedin, francs", _LINKEDIN_DE.replace("\tEUR\t", "\tCHF\t").encode(), "linkedin", refusal=_NO_RATE),
    Sample("agency, with or without VAT", _agency("Solar;01.03.2026;119,00"), "other", {("Solar", ONE): 11_900},
           asked={"vat": [11_900, 10_000, 11_121]}),
    Sample("agency, with 19 % as told", _agency("Solar;01.03.2026;119,00", "Solar;02.03.2026;-1,19", "Summe;;117,81"),
           "other", {("Solar", ONE): 10_000, ("Solar", TWO): -100}, told={"vat": 19}),
    Sample("agency, with a rate in the name", _agency("Solar;01.03.2026;107,00", amount="Kosten inkl. 7 % MwSt."),
           "other", {("Solar", ONE): 10_000}, told={"vat": None}),
    Sample("agency, dollars with VAT", _agency("Solar;01.03.2026;119,00 USD"), "other", {("Solar", ONE): 9213},
           told={"vat": 19}),
    Sample("agency, a whole year", _text("Kampagne;Jahr;Kosten netto", "Solar;2025;3.650,00").encode(), "other",
           refusal="Der Tag ist kein lesbares Datum.", told=_SPREAD),
    Sample("agency, a quarter", _text("Kampagne;Quartal;Kosten netto", "Solar;01.01.2026;90,00").encode(), "other",
           {("Solar", date(2026, 1, 1) + timedelta(days=n)): 100 for n in range(90)}, told=_SPREAD),
    Sample("agency, half a year in one line", _agency("Solar;01.01.2026 - 30.06.2026;181,00"), "other",
           refusal=_PERIOD, told=_SPREAD),
    Sample("agency, two weeks in one cell", _agency("Solar;01.03.2026 bis 02.03.2026;15,01"), "other",
           {("Solar", ONE): 750, ("Solar", TWO): 751}, told=_SPREAD),
    Sample("a month that is not over", _agency("Solar;12/2099;31,00").replace(b"Tag", b"Monat"), "other",
           refusal=_NOT_OVER, told=_SPREAD),
    Sample("days and their month", _text(
        "Monat;Kampagne;Tag;Nettokosten", "2026-03-01;Solar;02.03.2026;7,50").encode(), "other", {("Solar", TWO): 750}),
    Sample("thousands as in Switzerland", _agency("Solar;01.03.2026;1'234.56", amount="Kosten netto"), "other",
           {("Solar", ONE): 123_456}),
    Sample("thousands with narrow blanks", _agency("Solar;01.03.2026;1\u00a0234,56 €", amount="Kosten netto"), "other",
           {("Solar", ONE): 123_456}),
)  # fmt: skip
SAMPLES: Final = (*_GOOGLE, *_META, *_OTHERS, *_OWN)
