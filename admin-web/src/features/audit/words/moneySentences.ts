/** What is done with the bank's files and statements; the actor comes first, as in `sentences.ts`. */
export const MONEY_SENTENCES: Readonly<Record<string, string>> = {
  'bank_run.draft': 'hat eine Datei für die Bank entworfen ({subject}).',
  'bank_run.release': 'hat eine Datei für die Bank freigegeben ({subject}).',
  'bank_run.send': 'hat eine Datei an die Bank gegeben ({subject}).',
  'bank_run.discard': 'hat eine Datei für die Bank verworfen ({subject}).',
  'bank_line.retry': 'lässt eine zurückgegebene Lastschrift noch einmal einziehen ({subject}).',
  'bank_line.transfer': 'lässt eine zurückgegebene Lastschrift überweisen ({subject}).',
  'bank_line.write_off': 'hat eine zurückgegebene Lastschrift ausgebucht ({subject}).',
  'bank_statement.book': 'hat einen Kontoauszug gebucht ({subject}).',
  'statement_line.allocate': 'hat eine Zahlung einem Vertrag zugeordnet ({subject}).',
  'statement_line.send_back': 'lässt eine Zahlung zurücksenden ({subject}).',
  'statement_line.fee': 'hat eine Gebühr der Bank gebucht ({subject}).',
  'statement_line.undo': 'hat eine Entscheidung über eine Zahlung zurückgenommen ({subject}).',
}
