/** What can be looked for, before anything is typed. */
export function Empty() {
  return (
    <dl className="palette-hints">
      <div>
        <dt>Haushalt</dt>
        <dd>
          Name, auch mit einem Tippfehler; Referenz, E-Mail, PLZ; vom Telefon genügen die letzten
          vier Ziffern
        </dd>
      </div>
      <div>
        <dt>Platz</dt>
        <dd>die Nummer allein: „23“; mit Namen oder Ort: „thoma 4“</dd>
      </div>
      <div>
        <dt>Nachricht</dt>
        <dd>Absender, Betreff, Nummer (NA-, KA-); auch Erklärungen (ER-) und die Warteliste</dd>
      </div>
      <div>
        <dt>Vermerk</dt>
        <dd>ein Wort aus einem Merkmal oder einer Notiz</dd>
      </div>
      <div>
        <dt>Konsole</dt>
        <dd>jede Seite; ein Vorgang und bei wem: „stornieren thoma“</dd>
      </div>
    </dl>
  )
}
