/** Who pays for twenty years of operation: apart, since only pages that explain the offer say it. */
export const operationText =
  'Betrieb, Wartung und Überwachung werden aus den Einnahmen des Parks bezahlt, bevor der Gewinn berechnet wird. Eine Rechnung dafür bekommen Sie nicht.'
