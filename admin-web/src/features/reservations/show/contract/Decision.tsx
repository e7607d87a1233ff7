import Button from '@mui/material/Button'
import { useState } from 'react'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Contract, RENEWED } from './contract'

const WORDS = {
  agree: {
    button: 'Raten zusagen',
    consequences: [
      'Der Vertrag ist damit geschlossen, und die Widerrufsfrist beginnt.',
      'Der Haushalt erhält sofort eine Mail mit allen Unterlagen.',
      'Rückgängig machen lässt sich das nicht. Der Vertrag endet durch Widerruf oder Kündigung.',
    ],
    done: 'Raten zugesagt. Der Vertrag ist geschlossen.',
  },
  refuse: {
    button: 'Raten ablehnen',
    consequences: [
      'Der Haushalt erhält eine Mail. Er behält seinen Platz und kann neu bestellen, etwa ohne Raten.',
      'Das Mandat für sein Konto endet.',
      'Rückgängig machen lässt sich das nicht.',
    ],
    done: 'Raten abgelehnt. Der Haushalt kann neu bestellen.',
  },
} as const

type Answer = keyof typeof WORDS

/** The two answers to an order in instalments, which binds nobody before. */
export function Decision({ contract }: { contract: Contract }) {
  const [asked, setAsked] = useState<Answer>()
  return (
    <>
      <p className="tiny muted">
        Ob der Haushalt die Raten tragen kann, prüft ein Mensch (§&nbsp;505a&nbsp;BGB). Bis dahin
        ist niemand gebunden.
      </p>
      <p className="buttons">
        {(['agree', 'refuse'] as const).map((answer) => (
          <Button key={answer} variant="outlined" onClick={() => setAsked(answer)}>
            {WORDS[answer].button}
          </Button>
        ))}
      </p>
      {asked && (
        <DecisionDialog contract={contract} answer={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

interface DecisionDialogProps {
  contract: Contract
  answer: Answer
  onClose: () => void
}

function DecisionDialog({ contract, answer, onClose }: DecisionDialogProps) {
  const { button, consequences, done } = WORDS[answer]
  const agrees = answer === 'agree'
  return (
    <EditDialog
      title={`${button}: ${contract.name}`}
      button={button}
      isDangerous
      maxWidth="sm"
      schema="DecisionIn"
      start={{ reason: '' }}
      check={({ reason }) => ({ reason: !agrees && !reason && 'Bitte nennen Sie den Grund.' })}
      save={(call, { reason }) =>
        call('post', '/api/staff/contracts/{contract_id}/decide', {
          params: { path: { contract_id: contract.id } },
          body: { agrees, reason },
        })
      }
      renews={RENEWED}
      done={done}
      onClose={onClose}
    >
      <ConsequenceList sentences={consequences} />
      <TextInput
        source="reason"
        label={agrees ? 'Grundlage (freiwillig)' : 'Grund'}
        hint="Steht hier beim Vertrag, nicht in der Mail."
        required={!agrees}
        autoFocus
      />
    </EditDialog>
  )
}
