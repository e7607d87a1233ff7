/**
 * What campaigns cost and may cost, told after the actor as in `sentences.ts`. The first five are
 * kept for entries of the log: experiments are no more.
 */
export const COST_SENTENCES: Readonly<Record<string, string>> = {
  'experiment.added': 'hat den {subject} entworfen.',
  'experiment.edited': 'hat den {subject} geändert.',
  'experiment.removed': 'hat den {subject} gelöscht.',
  'experiment.started': 'hat den {subject} begonnen.',
  'experiment.stopped': 'hat den {subject} beendet.',
  'contract_target.set': 'hat festgelegt, was ein Vertrag höchstens kosten darf.',
  'cost.set': 'hat Kosten der {subject} eingetragen, für den {day}.',
  'cost.removed': 'hat Kosten der {subject} entfernt, für den {day}.',
  'cost_import.added': 'hat Kosten eingelesen: {rows} ({subject}).',
  'cost_arrival.found': 'hat eine Datei mit Kosten im Ordner gefunden ({subject}).',
  'cost_arrival.accepted': 'hat eine eingegangene Datei mit Kosten eingelesen ({subject}).',
  'cost_arrival.dismissed': 'hat eine eingegangene Datei mit Kosten verworfen ({subject}).',
  'platform_name.remembered':
    'hat gemerkt, was der Name einer Kampagne auf einer Werbeplattform bedeutet.',
  'platform_name.forgotten':
    'hat vergessen lassen, was der Name einer Kampagne auf einer Werbeplattform bedeutet.',
  'cost_import.undone': 'hat ein Einlesen von Kosten rückgängig gemacht ({subject}).',
}
