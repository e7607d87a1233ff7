import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useEffect, useState } from 'react'
import { noteCodesKept, noteCodesShown } from '@/session/shownCodes'

/** Shows the ten codes once. It goes on only after the user has said that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [isKept, setKept] = useState(false)
  useEffect(noteCodesShown, [])
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')

  function leave() {
    noteCodesKept()
    onKept()
  }

  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }

  return (
    <div className="form">
      <h2 className="sub-heading">Ihre Wiederherstellungscodes</h2>
      <p>
        Mit jedem dieser Codes kommen Sie einmal herein, wenn Ihre App nicht zur Hand ist. Sie
        werden nur jetzt gezeigt. Bewahren Sie sie getrennt von Ihrem Passwort auf.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="tools no-print">
        <Button onClick={copy}>Kopieren</Button>
        <Button onClick={() => window.print()}>Drucken</Button>
        <Button component="a" href={asFile(text)} download="voltigo-wiederherstellungscodes.txt">
          Als Datei speichern
        </Button>
        <span role="status">{copied && 'Kopiert.'}</span>
      </div>
      <FormControlLabel
        className="no-print"
        control={<Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)} />}
        label="Ich habe die Codes gesichert."
      />
      <Button className="no-print" variant="contained" disabled={!isKept} onClick={leave}>
        Weiter
      </Button>
    </div>
  )
}

const asFile = (text: string): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Voltigo Konsole\n\n${text}\n`)}`
