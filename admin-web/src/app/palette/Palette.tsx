import Dialog from '@mui/material/Dialog'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect } from 'react'
import { useSession } from '@/session/session'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useListedWords } from '@/ui/page/SearchBox'
import { closePalette, openPalette, usePaletteOpening } from '@/ui/palette/opening'
import { PaletteContent } from './PaletteContent'
import './palette.css'

/** One search for everything, over whatever page is open: `Strg K`, `Cmd K` or `/`. */
export function Palette() {
  const opening = usePaletteOpening()
  const words = useListedWords()
  const isNarrow = useMediaQuery('(max-width: 48rem)', { noSsr: true })
  const role = useSession()?.account.role
  useShortcut('/', () => openPalette(words))
  useCommandKey(() => openPalette(words))
  useFocusBack(opening?.opener)
  // After signing out no names stay on the screen.
  useEffect(() => closePalette, [])
  if (!role) return null
  return (
    <Dialog
      open={opening !== undefined}
      onClose={closePalette}
      fullScreen={isNarrow}
      transitionDuration={0}
      disableRestoreFocus
      slotProps={{ paper: { className: 'palette', 'aria-label': 'Suchen und Befehle' } }}
    >
      {opening && <PaletteContent text={opening.text} isTyped={opening.isTyped} role={role} />}
    </Dialog>
  )
}

/** The field takes the focus before the dialog sees who had it, so it is given back from here. */
function useFocusBack(opener: Element | null | undefined): void {
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return
    return () => {
      // A page that was rendered again meanwhile, as for another width, no longer has it.
      const target = opener.isConnected ? opener : document.getElementById('main-content')
      target?.focus({ preventScroll: true })
    }
  }, [opener])
}

/** `Strg K` also from a field; not over a dialog, where it would leave what is typed there. */
function useCommandKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
}
