"""What households and strangers write in the last days of the demonstration, and what staff answer. Pure.

Texts contain fields, `{platz}`, like answer templates, and also `{telefon}` and `{plz}`.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final, Literal

from services.core.clock import BERLIN
from services.reservations.states import ReservationState

Act = Literal["form", "mail", "reply", "away", "bounce", "answer", "begin", "close"]
"""`form` and `mail` begin a conversation, `begin` too, by staff; `away` is an automatic answer, `bounce` the report of
a mail server that could not deliver what staff wrote last.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens next in a conversation. `when`: days before the end and a time in Berlin, or minutes before it.
    `title`: subject of a mail, topic of the form, or the answer template that `text` is taken from.
    """

    act: Act
    when: tuple[int, str] | int
    title: str = ""
    text: str = ""
    file: str = ""
    leaves: str = ""
    """Time in Berlin at which an answer leaves on the day after the end; else it leaves after ten minutes."""

    def moment(self, end: datetime) -> datetime:
        """When it happens in a story that ends at `end`."""
        if isinstance(self.when, int):
            return end - timedelta(minutes=self.when)
        days, clock = self.when
        day = end.astimezone(BERLIN).date() - timedelta(days=days)
        return datetime.combine(day, time.fromisoformat(clock), BERLIN)


@dataclass(frozen=True, slots=True)
class Correspondence:
    """One conversation: who writes, and its steps. Without a `state` the writer has no reservation."""

    steps: tuple[Step, ...]
    state: ReservationState | None = None
    name: str = ""
    address: str = ""
    """Of the writer if it is not the household's; may contain `{nachname}`."""
    pays_by_instalment: bool = False


CORRESPONDENCES: Final = (
    Correspondence(
        (
            Step(
                "form",
                (11, "19:42"),
                "reservierung",
                "Guten Tag,\n\nunser Vertrag läuft jetzt seit ein paar Wochen. Wann taucht die Gutschrift zum ersten "
                "Mal auf der Rechnung auf, und wie hoch ist sie bei uns genau?\n\nMit freundlichen Grüßen\n"
                "{vorname} {nachname}",
            ),
            Step("answer", (10, "09:14"), "Wie hoch ist die Gutschrift?"),
            Step(
                "reply",
                (10, "20:05"),
                text="Vielen Dank, so habe ich es verstanden. Dann warten wir auf die Abrechnung.\n\nSchönen Abend "
                "noch\n{vorname} {nachname}",
            ),
            Step("close", (9, "08:31")),
        ),
        ReservationState.ACTIVE,
    ),
    Correspondence(
        (
            Step(
                "mail",
                (7, "11:25"),
                "Besuch mit der Klasse 4b",
                "Liebes Voltigo-Team,\n\nwir sprechen im Sachunterricht gerade über Strom. Die Kinder würden gern "
                "einmal einen Solarpark von nahem sehen. Ist ein Besuch bei Ihnen möglich? Wir wären 23 Kinder und "
                "zwei Lehrerinnen, am liebsten an einem Vormittag.\n\nHerzliche Grüße\nBirgit Thalhofer",
            ),
            Step(
                "answer",
                (7, "16:40"),
                text="Guten Tag Frau Thalhofer,\n\ndas ist eine schöne Idee. Solange gebaut wird, dürfen wir leider "
                "keine Gruppen auf das Gelände lassen. Im Frühjahr schicken wir Ihnen gern zwei oder drei Termine.",
            ),
        ),
        name="Birgit Thalhofer",
        address="b.thalhofer@grundschule.example",
    ),
    Correspondence(
        (
            Step(
                "mail",
                (6, "12:20"),
                "Umzug",
                "Hallo,\n\nwir ziehen zum Monatsende nach Eichstätt um. Der Stromversorger bleibt derselbe. Behalten "
                "wir unseren Anteil, oder müssen wir etwas kündigen?\n\nViele Grüße\n{vorname} {nachname}",
            ),
            Step("answer", (6, "15:47"), "Platz bleibt beim Umzug"),
            Step(
                "reply",
                95,
                text="Super, danke für die schnelle Antwort! Die neue Postleitzahl ist 85072.\n\nBrauchen Sie auch "
                "die neue Zählernummer? Die bekomme ich erst bei der Übergabe am Freitag.\n\n{vorname} {nachname}",
            ),
        ),
        ReservationState.ACTIVE,
    ),
    Correspondence(
        (
            Step(
                "begin",
                (5, "10:12"),
                "Eine Angabe fehlt noch",
                "Guten Tag {vorname} {nachname},\n\nam Telefon haben wir Sie leider nicht erreicht. Für Ihren Vertrag "
                "fehlt uns noch die Vertragsnummer bei Ihrem Stromversorger. Sie steht oben rechts auf jeder "
                "Abrechnung. Eine kurze Antwort auf diese Mail genügt.",
            ),
            Step(
                "away",
                (5, "10:24"),
                "Automatische Antwort: Eine Angabe fehlt noch",
                "Guten Tag,\n\nich bin im Urlaub und lese meine Mails erst ab Montag wieder. Ihre Nachricht wird "
                "nicht weitergeleitet.\n\n{vorname} {nachname}",
            ),
        ),
        ReservationState.INVITED,
    ),
    Correspondence(
        (
            Step(
                "mail",
                (4, "08:55"),
                "Rate später im Monat?",
                "Guten Morgen,\n\nmein Gehalt kommt immer erst am 10. Lässt sich die Rate von {rate} auf die Mitte "
                "des Monats legen? Auf Ihrer Seite habe ich dazu nichts gefunden.\n\nDanke und Gruß\n"
                "{vorname} {nachname}",
            ),
        ),
        ReservationState.CONTRACTED,
        pays_by_instalment=True,
    ),
    Correspondence(
        (
            Step(
                "begin",
                (3, "14:05"),
                "Ihre Referenz",
                "Guten Tag {vorname} {nachname},\n\nvielen Dank für Ihren Anruf. Hier noch einmal Ihre Referenz zum "
                "Aufheben: {referenz}. Wenn Sie sie nennen, finden wir Ihre Reservierung sofort.",
            ),
            Step("bounce", (3, "14:31")),
        ),
        ReservationState.RESERVED,
    ),
    Correspondence(
        (
            Step(
                "mail",
                (2, "17:03"),
                "Jahresabrechnung, passt mein Paket noch?",
                "Guten Tag,\n\nheute kam die Abrechnung von meinem Versorger, ich hänge sie an. Wir haben deutlich "
                "mehr verbraucht, als ich damals geschätzt hatte, weil mein Sohn wieder bei uns wohnt. Passt das "
                "Paket mit {kwh} kWh dann noch, oder wäre ein größeres besser?\n\nFreundliche Grüße\n"
                "{vorname} {nachname}",
                file="Jahresabrechnung.pdf",
            ),
        ),
        ReservationState.CONTRACTED,
    ),
    Correspondence(
        (
            Step(
                "form",
                (1, "11:36"),
                "frage",
                "Ich wohne zur Miete, dritter Stock, ohne Balkon. Kann ich trotzdem mitmachen? Und muss meine "
                "Vermieterin zustimmen? Die ist nicht ganz einfach.",
            ),
        ),
        name="Renate Kolb",
        address="renate.kolb@post.example",
    ),
    Correspondence(
        (
            Step(
                "form",
                (1, "16:20"),
                "platz",
                "Meine Schwester ist schon bei Ihnen dabei und sehr zufrieden. Ist in Ingolstadt noch ein Platz "
                "frei? Wir wären zu viert im Haus.",
            ),
            Step(
                "answer",
                40,
                text="Guten Tag Herr Seybold,\n\ndas freut uns, grüßen Sie Ihre Schwester. Ob gerade ein Platz frei "
                "ist, sehen Sie auf unserer Seite. Ist der Park voll, können Sie sich dort auf die Warteliste "
                "setzen; wir schreiben Ihnen, sobald ein Platz frei wird.",
                leaves="08:30",
            ),
        ),
        name="Matthias Seybold",
        address="m.seybold@mail.example",
    ),
    Correspondence(
        (
            Step(
                "mail",
                (1, "21:18"),
                "Neue Mailadresse",
                "Guten Abend,\n\nich schreibe von meiner privaten Adresse. Die andere ist die von der Arbeit und wird "
                "abgeschaltet, wenn ich in Rente gehe. Können Sie das bitte umstellen? Zur Sicherheit: Ich wohne in "
                "{plz}, meine Nummer ist {telefon}.\n\n{vorname} {nachname}",
            ),
        ),
        ReservationState.CONTRACTED,
        address="{nachname}.privat@mail.example",
    ),
    Correspondence(
        (
            Step(
                "mail",
                200,
                "Frage zu {referenz}",
                "Sehr geehrte Damen und Herren,\n\nich kümmere mich um die Post meiner Mutter, sie sieht nicht mehr "
                "gut. Wie ist der Stand bei der Reservierung {referenz}, und wann kommt der Vertrag? Sie fragt "
                "jeden Sonntag danach.\n\nMit freundlichen Grüßen\nJens Albers",
            ),
        ),
        ReservationState.RESERVED,
        name="Jens Albers",
        address="jens.albers@mail.example",
    ),
    Correspondence(
        (
            Step(
                "form",
                150,
                "rueckruf",
                "Bitte rufen Sie mich heute zwischen 17 und 19 Uhr an, vorher bin ich auf der Baustelle. Es geht um "
                "den Vertrag, Punkt 4 habe ich nicht verstanden.",
            ),
        ),
        ReservationState.INVITED,
    ),
)
"""Oldest first."""
