export const notFoundText = {
  title: 'Diese Seite gibt es nicht.',
  text: 'Vielleicht ist der Link veraltet, oder die Adresse hat einen Tippfehler.',
  place: 'Platz 404',
  reserve: 'Anteil reservieren',
  home: 'Zur Startseite',
} as const
