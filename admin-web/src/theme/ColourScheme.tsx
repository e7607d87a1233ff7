import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { consoleTheme } from './theme'

/** What the person chose; `system` follows the device. */
export type SchemeChoice = 'system' | 'hell' | 'dunkel'

const STORED_AS = 'voltigo-darstellung'
const CHOICES: readonly SchemeChoice[] = ['system', 'hell', 'dunkel']

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
  const isDark = choice === 'dunkel' || (choice === 'system' && systemIsDark)
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
  const stored = localStorage.getItem(STORED_AS)
  return CHOICES.find((choice) => choice === stored) ?? 'system'
}
