/** Labels that several pages share. */
export const figureText = {
  whereFrom: 'Woher kommt diese Zahl?',
  caveat: 'Beispielrechnung, keine Zusage',
} as const
