import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import type { UtmField } from '@/campaigns/campaign'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { AliasEffect } from './AliasEffect'
import { type AliasPreview, FIELD_CHOICES, type NewAlias, type SeenValue } from './alias'

interface AliasDialogProps {
  start: NewAlias
  /** Suggestions: what the field has held so far. */
  seen: readonly SeenValue[]
  onClose: () => void
}

/** Maps a spelling in two steps: first what would change, then the change itself. */
export function AliasDialog({ start, seen, onClose }: AliasDialogProps) {
  const [alias, setAlias] = useState(start)
  const { preview, look, take, forget, isRunning, problem, fieldErrors } = useAlias(onClose)
  const isReady = alias.raw.trim() !== '' && alias.canonical.trim() !== ''

  function change(changes: Partial<NewAlias>) {
    setAlias({ ...alias, ...changes })
    forget()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady) void (preview ? take(alias) : look(alias))
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="zuordnung" fullWidth maxWidth="sm">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="zuordnung">Schreibweise zuordnen</DialogTitle>
        <DialogContent className="eingaben">
          <AliasInputs alias={alias} seen={seen} errors={fieldErrors} onChange={change} />
          {preview && <AliasEffect preview={preview} />}
          {problem && Object.keys(fieldErrors).length === 0 && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={!isReady || isRunning}>
            {preview ? 'So zuordnen' : 'Auswirkung ansehen'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useAlias(onDone: () => void) {
  const { run, ...change } = useStaffChange('aliases', 'campaigns')
  const [preview, setPreview] = useState<AliasPreview | null>(null)
  const notify = useNotify()
  return {
    ...change,
    preview,
    look: async (alias: NewAlias) =>
      setPreview(await run<AliasPreview>('POST', 'aliases/preview', alias)),
    async take(alias: NewAlias) {
      if (!(await run('POST', 'aliases', alias))) return
      notify(`„${alias.raw.trim()}“ zählt jetzt als „${alias.canonical.trim()}“.`, {
        type: 'success',
      })
      onDone()
    },
    forget() {
      setPreview(null)
      change.forget()
    },
  }
}

interface AliasInputsProps {
  alias: NewAlias
  seen: readonly SeenValue[]
  errors: Record<string, string>
  onChange: (changes: Partial<NewAlias>) => void
}

function AliasInputs({ alias, seen, errors, onChange }: AliasInputsProps) {
  const known = useId()
  return (
    <>
      <TextField
        label="Feld"
        select
        value={alias.field}
        onChange={({ target }) => onChange({ field: target.value as UtmField })}
        slotProps={{ select: { native: true } }}
      >
        {FIELD_CHOICES.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </TextField>
      <TextField
        label="Steht im Link"
        value={alias.raw}
        error={'raw' in errors}
        helperText={errors.raw ?? 'Groß oder klein spielt keine Rolle.'}
        autoFocus={alias.raw === ''}
        onChange={({ target }) => onChange({ raw: target.value })}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off', spellCheck: false } }}
      />
      <TextField
        label="Zählt als"
        value={alias.canonical}
        error={'canonical' in errors}
        helperText={errors.canonical ?? 'Rückwirkend und für alles, was noch kommt.'}
        autoFocus={alias.raw !== ''}
        onChange={({ target }) => onChange({ canonical: target.value })}
        slotProps={{
          htmlInput: { maxLength: 200, autoComplete: 'off', spellCheck: false, list: known },
        }}
      />
      <datalist id={known}>
        {[...new Set(seen.map(({ canonical }) => canonical))].map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
