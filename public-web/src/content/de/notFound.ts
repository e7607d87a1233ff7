export const notFoundText = {
  title: 'Diese Seite gibt es nicht.',
  text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link veraltet, oder die Adresse hat einen Tippfehler.',
  place: 'Platz 404',
  reserve: 'Anteil reservieren',
  home: 'Zur Startseite',
} as const
