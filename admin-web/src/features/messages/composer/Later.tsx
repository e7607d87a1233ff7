import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ComposerState } from './useComposer'

/** „Später senden“: a moment in Berlin at which the message leaves. */
export function Later({ state, fault }: { state: ComposerState; fault: string | undefined }) {
  const { draft, change } = state
  const [isOpen, setOpen] = useState(draft.sendAt !== '')
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Später senden</Button>
  function close() {
    setOpen(false)
    change({ sendAt: '' })
  }
  return (
    <span className="composer-later">
      <label>
        <span className="visually-hidden">Senden am</span>
        <input
          type="datetime-local"
          value={draft.sendAt}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => change({ sendAt: target.value })}
        />
      </label>
      <button type="button" className="text-button" onClick={close}>
        Doch gleich
      </button>
      {fault && <span className="error-text tiny">{fault}</span>}
    </span>
  )
}
