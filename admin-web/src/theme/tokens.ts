/**
 * The colours of the brand, light and dark, under the names that the style sheets use as `--color-…`.
 * The one place where a colour is written down: theme, style sheets and drawings take them from here.
 */
export interface Colours {
  papier: string
  karte: string
  sand: string
  linie: string
  /** Edge of controls, 3:1 against the surfaces. */
  rand: string
  tinte: string
  leise: string
  pine: string
  pineMittel: string
  pineHell: string
  aufPine: string
  /** A dark surface in both schemes, and the text on it. */
  flaeche: string
  aufFlaeche: string
  gedeckt: string
  /** New, or yours to do; nothing else. */
  sonne: string
  sonneTief: string
  sonneKante: string
  sonneHell: string
  aufSonne: string
  sonneText: string
  modul: string
  modulKante: string
  modulHell: string
  zelleLeer: string
  /** Due dates and errors only. */
  fehler: string
  fehlerHell: string
  hinweis: string
  fokus: string
}

export const light: Colours = {
  papier: '#fdfbf6',
  karte: '#ffffff',
  sand: '#f5efe0',
  linie: '#e2dac6',
  rand: '#857d66',
  tinte: '#12261a',
  leise: '#4d5a50',
  pine: '#0f3d24',
  pineMittel: '#1c6b40',
  pineHell: '#dfead6',
  aufPine: '#fdfbf6',
  flaeche: '#0f3d24',
  aufFlaeche: '#fdfbf6',
  gedeckt: '#1c6b40',
  sonne: '#f5b301',
  sonneTief: '#d99a00',
  sonneKante: '#9a6a00',
  sonneHell: '#fff1c7',
  aufSonne: '#2a1f00',
  sonneText: '#7a5200',
  modul: '#17384a',
  modulKante: '#4f7d92',
  modulHell: '#d5e1e4',
  zelleLeer: '#e6dfcd',
  fehler: '#a3271b',
  fehlerHell: '#fbe6e1',
  hinweis: '#8a4b00',
  fokus: '#0b5cad',
}

export const dark: Colours = {
  papier: '#0b1a13',
  karte: '#12261b',
  sand: '#10211a',
  linie: '#294234',
  rand: '#7f9686',
  tinte: '#f3efe2',
  leise: '#b3c0b3',
  pine: '#a9d3ae',
  pineMittel: '#86c296',
  pineHell: '#1c3a29',
  // Text on the pale green that pine is at night.
  aufPine: '#0b1a13',
  flaeche: '#1c3a29',
  aufFlaeche: '#fdfbf6',
  gedeckt: '#34794f',
  sonne: '#ffc531',
  sonneTief: '#e0a400',
  sonneKante: '#ffc531',
  sonneHell: '#33290c',
  aufSonne: '#2a1f00',
  sonneText: '#ffd66b',
  modul: '#41728a',
  modulKante: '#86adbd',
  modulHell: '#1c3340',
  zelleLeer: '#24392d',
  fehler: '#ff9d8d',
  fehlerHell: '#3b1813',
  hinweis: '#ffc078',
  fokus: '#8cc4ff',
}

export const fonts = {
  display: '"Familjen Grotesk Variable", "Arial Narrow", "Helvetica Neue", Arial, sans-serif',
  text: '"Figtree Variable", "Helvetica Neue", Arial, sans-serif',
}

/** The colours as custom properties: `pineHell` becomes `--color-pine-hell`. */
export function customProperties(colours: Colours): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, value]) => [
      `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  )
}
