import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import type { UtmField } from '@/lib/utm'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
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
  const { preview, look, take, forget, isRunning, problem, errors } = useAlias(onClose)
  const isReady = alias.raw.trim() !== '' && alias.canonical.trim() !== ''
  // Its button must not turn from looking into saving under the pointer.
  const isProposal = isReady && alias === start && !problem

  // A proposal is complete: its effect is shown at once.
  const lookAtProposal = useEffectEvent(() => {
    if (isReady) void look(alias)
  })
  useEffect(() => lookAtProposal(), [])

  function change(changes: Partial<NewAlias>) {
    setAlias({ ...alias, ...changes })
    forget()
  }

  function submit() {
    if (isReady) void (preview ? take(alias) : look(alias))
  }

  return (
    <FormDialog
      title="Schreibweise zuordnen"
      button={preview || isProposal ? 'So zuordnen' : 'Auswirkung ansehen'}
      isBlocked={!isReady || isRunning || (isProposal && !preview)}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={submit}
    >
      <AliasInputs alias={alias} seen={seen} errors={errors} onChange={change} />
      {preview && <AliasEffect preview={preview} />}
    </FormDialog>
  )
}

function useAlias(onDone: () => void) {
  const { run, ...change } = useFormChange(['aliases', 'campaigns'])
  const [preview, setPreview] = useState<AliasPreview | null>(null)
  const notify = useNotify()
  return {
    ...change,
    preview,
    look: async (alias: NewAlias) =>
      setPreview(await run('post', '/api/staff/aliases/preview', { body: alias })),
    async take(alias: NewAlias) {
      if (!(await run('post', '/api/staff/aliases', { body: alias }))) return
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
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (changes: Partial<NewAlias>) => void
}

function AliasInputs({ alias, seen, errors, onChange }: AliasInputsProps) {
  const known = useId()
  return (
    <>
      <TextInput
        label="Feld"
        select
        value={alias.field}
        onValue={(field) => onChange({ field: field as UtmField })}
        slotProps={{ select: { native: true } }}
      >
        {FIELD_CHOICES.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </TextInput>
      <TextInput
        label="Steht im Link"
        value={alias.raw}
        problem={errors.raw}
        hint="Groß oder klein spielt keine Rolle."
        autoFocus={alias.raw === ''}
        onValue={(raw) => onChange({ raw })}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off', spellCheck: false } }}
      />
      <TextInput
        label="Zählt als"
        value={alias.canonical}
        problem={errors.canonical}
        hint="Rückwirkend und für alles, was noch kommt."
        autoFocus={alias.raw !== ''}
        onValue={(canonical) => onChange({ canonical })}
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
