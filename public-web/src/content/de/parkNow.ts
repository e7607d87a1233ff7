/** What a page learns of the park once it is open: `**bold**` as in all texts. */
export const parkNowText = {
  placesFree: (free: number, total: string | number) =>
    free === Number(total)
      ? `Noch sind **alle ${total} Plätze** frei.`
      : `Zurzeit ${free === 1 ? 'ist' : 'sind'} **${free} von ${total} Plätzen** frei.`,
  energyTaken: 'Zurzeit ist **kein Platz** frei: Alle Kilowattstunden des Parks sind vergeben.',
  allTaken: (total: number) => `Zurzeit sind **alle ${total} Plätze** reserviert.`,
  calledOff: 'Der Park ist **abgesagt**.',
  unknown: 'Wie viele davon frei sind, lässt sich gerade nicht abrufen.',
  drawing: (free: number, total: number) =>
    `Der Park von oben: ${free} von ${total} Plätzen sind frei, ${total - free} sind reserviert.`,
} as const
