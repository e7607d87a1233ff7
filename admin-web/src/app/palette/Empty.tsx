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
        <dd>die Nummer allein: „23“; mit Namen: „thoma 4“</dd>
      </div>
      <div>
        <dt>Vermerk</dt>
        <dd>ein Wort aus einem Merkmal oder einer Notiz</dd>
      </div>
      <div>
        <dt>Konsole</dt>
        <dd>jede Seite; bei geöffneter Reservierung auch ihre Vorgänge</dd>
      </div>
    </dl>
  )
}
