import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ROLE_NAMES } from '@/session/session'
import { FormDialog } from '@/ui/form/FormDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import type { Person, Responsibilities } from './holding'
import { Steps } from './Steps'

interface HandOverDialogProps {
  leaver: Person
  heirs: Responsibilities['heirs']
  onClose: () => void
}

/** To whom, what becomes of each thing, and one confirmation for all of it. */
export function HandOverDialog({ leaver, heirs, onClose }: HandOverDialogProps) {
  const [to, setTo] = useState('')
  const { run, isRunning, problem, refusal, forget } = useStaffChange('responsibilities')
  const notify = useNotify()
  const plan = useStaffQuery('/api/staff/responsibilities/{account_id}/hand-over', {
    params: { path: { account_id: leaver.id }, query: { to: Number(to) } },
    isEnabled: to !== '',
  })
  const choices = heirs.filter(({ id }) => id !== leaver.id)
  const heir = choices.find(({ id }) => String(id) === to)
  const shown = heir && !plan.isPlaceholderData ? plan.data : undefined

  async function confirm() {
    if (!shown || !heir) return
    const done = await run('post', '/api/staff/responsibilities/{account_id}/hand-over', {
      params: { path: { account_id: leaver.id } },
      body: { to: heir.id, plan: shown.plan },
    })
    if (!done) {
      await plan.refetch()
      return
    }
    notify(done.steps.length > 0 ? `An ${heir.name} übergeben.` : NOTHING_LEFT, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${leaver.name}: alles übergeben`}
      button={heir ? `An ${heir.name} übergeben` : 'Übergeben'}
      isWide
      isBlocked={isRunning || plan.isFetching || !shown?.is_open}
      problem={refusal?.code === 'plan_changed' && plan.isFetching ? null : problem}
      onClose={onClose}
      onSubmit={confirm}
    >
      <HeirChoice
        heirs={choices}
        value={to}
        onChange={(value) => {
          forget()
          setTo(value)
        }}
      />
      {plan.error && heir && !shown && (
        <LoadProblem error={plan.error} onRetry={() => void plan.refetch()} />
      )}
      {heir && !shown && !plan.error && <p aria-busy="true">Die Vorschau wird gelesen …</p>}
      {shown && <Steps steps={shown.steps} isOpen={shown.is_open} empty={NOTHING_LEFT} />}
    </FormDialog>
  )
}

interface HeirChoiceProps {
  heirs: Responsibilities['heirs']
  value: string
  onChange: (value: string) => void
}

function HeirChoice({ heirs, value, onChange }: HeirChoiceProps) {
  return (
    <TextField
      select
      label="An wen?"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">Bitte wählen</option>
      {heirs.map(({ id, name, role }) => (
        <option key={id} value={id}>
          {name}, {ROLE_NAMES[role]}
        </option>
      ))}
    </TextField>
  )
}

const NOTHING_LEFT = 'Hier ist nichts mehr zu übergeben.'
