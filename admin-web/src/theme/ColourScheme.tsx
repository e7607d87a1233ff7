import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { consoleTheme } from './theme'

/** What the person chose; `system` follows the device. */
export type SchemeChoice = 'system' | 'light' | 'dark'

const STORED_AS = 'voltigo-colour-scheme'
/** Where the choice stood under German names; read while there is no newer one. */
const STORED_BEFORE = {
  key: 'voltigo-darstellung',
  names: { hell: 'light', dunkel: 'dark' },
} as const
const CHOICES: readonly SchemeChoice[] = ['system', 'light', 'dark']

interface ColourSchemeValue {
  choice: SchemeChoice
  choose: (choice: SchemeChoice) => void
}

const ColourSchemeContext = createContext<ColourSchemeValue>({ choice: 'system', choose: () => {} })

export const useColourScheme = () => use(ColourSchemeContext)

/** Gives everything below it the theme in the scheme of choice, which this browser remembers. */
export function ColourScheme({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<SchemeChoice>(storedChoice)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark)
  const theme = useMemo(() => consoleTheme(isDark ? 'dark' : 'light'), [isDark])
  const value = useMemo(
    () => ({
      choice,
      choose: (next: SchemeChoice) => {
        localStorage.setItem(STORED_AS, next)
        setChoice(next)
      },
    }),
    [choice],
  )
  return (
    <ColourSchemeContext value={value}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </ColourSchemeContext>
  )
}

function storedChoice(): SchemeChoice {
  const stored = localStorage.getItem(STORED_AS) ?? choiceBefore()
  return CHOICES.find((choice) => choice === stored) ?? 'system'
}

function choiceBefore(): SchemeChoice | undefined {
  const { key, names } = STORED_BEFORE
  const stored = localStorage.getItem(key)
  return stored === 'hell' || stored === 'dunkel' ? names[stored] : undefined
}
