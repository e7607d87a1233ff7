import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { CREATE_PATH } from '@/ui/page/CreateLink'
import { useShortcut } from '@/ui/page/useShortcut'

const KEYS: readonly [string, string][] = [
  ['c', 'eine Reservierung anlegen'],
  ['Strg K', 'suchen: Haushalte, Seiten, Vorgänge'],
  ['/', 'dasselbe mit einer Taste'],
  ['j', 'in einer Liste eine Zeile nach unten'],
  ['k', 'in einer Liste eine Zeile nach oben'],
  ['x', 'die aktuelle Zeile auswählen; in einer Reservierung ihre Vorgänge'],
  ['f', 'eine Liste filtern'],
  ['Umschalt + D', 'dichte oder weite Zeilen'],
  ['Eingabe', 'die aktuelle Zeile öffnen'],
  ['n', 'in einer Reservierung eine Notiz schreiben'],
  ['e', 'ihre Wiedervorlage ist erledigt; auf der Seite Heute: die Aufgabe'],
  ['s', 'sie oder die Aufgabe später wieder vorlegen, dann 1, 2 oder 3'],
  ['Strg + Eingabe', 'die Notiz oder die neue Reservierung speichern'],
  ['a', 'auf der Seite Heute: die Aufgabe übernehmen, noch einmal: abgeben'],
  ['z', 'dort die letzte Änderung zurücknehmen'],
  ['h', 'zur Seite Heute'],
  ['r', 'zu den Reservierungen'],
  ['?', 'diese Übersicht'],
  ['Esc', 'schließen, die Auswahl aufheben'],
]

/** The keys of the console, opened with `?`. They do nothing while somebody types in a field. */
export function HelpDialog() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const role = useSession()?.account.role
  const isClerk = role === 'admin' || role === 'staff'
  useShortcut('?', () => setOpen(true))
  useShortcut('c', () => isClerk && navigate(CREATE_PATH))
  useShortcut('h', () => navigate('/'))
  useShortcut('r', () => navigate('/reservations'))
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="shortcuts">
      <DialogTitle id="shortcuts">Tasten der Konsole</DialogTitle>
      <DialogContent>
        <dl className="keys">
          {KEYS.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
