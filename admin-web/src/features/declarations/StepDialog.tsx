import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Declaration, KINDS, STATES, STEPS, type StepName } from './declaration'
import { NONE } from './MatchFields'
import { StepInputs, type Typed } from './StepInputs'

/** What a step may change elsewhere. */
const RENEWED = ['declarations', 'today', 'alerts', 'reservations', 'mails', 'parks']
const CAUTION = 'Inzwischen geändert. Noch ist nichts ausgeführt; Ihre Eingaben sind noch da.'

interface StepDialogProps {
  declaration: Declaration
  step: StepName
  onClose: () => void
}

/**
 * What a step leads to, what it needs, and the button. Where a colleague was faster, the declaration is
 * fetched again, what was typed stays, and the next press goes by what is stored then.
 */
export function StepDialog({ declaration, step, onClose }: StepDialogProps) {
  const { typed, setTyped, change, submit } = useStep({ declaration, step, onClose })
  const { fieldErrors: errors, problem, refusal, isRunning } = change
  const possible = declaration.steps.find(({ name }) => name === step)
  const isStale = refusal?.code === 'stale'
  const isNotice = declaration.kind === 'notice'
  return (
    <FormDialog
      title={`${KINDS[declaration.kind]} ${declaration.reference}: ${STEPS[step].button}`}
      button={isStale && possible ? 'Trotzdem ausführen' : STEPS[step].button}
      isBlocked={isRunning || !possible}
      isDangerous={step === 'accept' && !isNotice}
      isWide
      problem={isStale || refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {isStale && <Meanwhile declaration={declaration} by={refusal.changed?.by_name} />}
      <ConsequenceList sentences={possible?.consequences} />
      <StepInputs {...{ declaration, step, typed, errors }} onChange={setTyped} />
    </FormDialog>
  )
}

function Meanwhile({
  declaration,
  by,
}: {
  declaration: Declaration
  by?: string | null | undefined
}) {
  return (
    <div className="caution" role="alert">
      <p>
        {by ?? 'Jemand'}: {CAUTION}
      </p>
      <p>Stand ist jetzt „{STATES[declaration.state].label}“.</p>
    </div>
  )
}

function useStep({ declaration, step, onClose }: StepDialogProps) {
  const [typed, setTyped] = useState<Typed>({
    chosen: declaration.proposals[0]?.reference ?? NONE,
    reference: '',
    endsOn: declaration.wished_end ?? '',
    words: '',
  })
  const change = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const params = { path: { declaration_id: declaration.id } }
    const { version } = declaration
    const words = typed.words.trim()
    const done = await {
      match: () =>
        change.run('post', '/api/staff/declarations/{declaration_id}/match', {
          params,
          body: { version, reference: referenceOf(typed) },
        }),
      accept: () =>
        change.run('post', '/api/staff/declarations/{declaration_id}/accept', {
          params,
          body: { version, words, ends_on: typed.endsOn || null },
        }),
      reject: () =>
        change.run('post', '/api/staff/declarations/{declaration_id}/reject', {
          params,
          body: { version, words },
        }),
      refund: () =>
        change.run('post', '/api/staff/declarations/{declaration_id}/refund', {
          params,
          body: { version },
        }),
    }[step]()
    if (!done) return
    notify(`${STEPS[step].done}.`, { type: 'success' })
    onClose()
  }

  return { typed, setTyped, change, submit }
}

/** What was typed goes before what was chosen; null fits none. */
const referenceOf = ({ chosen, reference }: Typed) =>
  reference.trim() || (chosen === NONE ? null : chosen)
