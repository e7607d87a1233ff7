import Button from '@mui/material/Button'
import { useState } from 'react'
import { counted, formatDay, formatMoney } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Contract, RENEWED } from './contract'

type Early = NonNullable<Contract['early_payment']>

interface EarlyPaymentProps {
  contract: Contract
  early: Early
}

const WORDS = {
  agree: {
    button: 'Rest auf einmal zahlen',
    done: 'Eingetragen. Der Rest wird auf einmal fällig.',
    what: ({ cents, saved_cents, due }: Early) =>
      `${formatMoney(cents)} werden am ${formatDay(due)} fällig, ${formatMoney(saved_cents)} weniger als die Raten. Raten bis dahin bleiben.`,
  },
  undo: {
    button: 'Doch in Raten',
    done: 'Eingetragen. Es bleibt bei den Raten.',
    what: ({ cents }: Early) => `Die Zahlung von ${formatMoney(cents)} entfällt.`,
  },
} as const

const wordsOf = ({ is_agreed }: Early) => WORDS[is_agreed ? 'undo' : 'agree']

/** What is left of the instalments, paid at once, and the way back as long as nothing of it is paid. */
export function EarlyPayment(props: EarlyPaymentProps) {
  const [isAsking, setAsking] = useState(false)
  const { is_agreed, cents, due, instalments } = props.early
  const amount = `${formatMoney(cents)} am ${formatDay(due)}`
  return (
    <>
      <p className="tiny muted">
        {is_agreed
          ? `Der Rest wird auf einmal bezahlt: ${amount}.`
          : `Auf einmal wären es ${amount} statt ${counted(instalments, 'einer Rate', 'Raten')}.`}
      </p>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {wordsOf(props.early).button}
      </Button>
      {isAsking && <Ask {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ contract, early, onClose }: EarlyPaymentProps & { onClose: () => void }) {
  const { button, done, what } = wordsOf(early)
  const params = { path: { contract_id: contract.id } }
  return (
    <EditDialog
      title={`${button}: ${contract.name}`}
      button={button}
      isDangerous
      maxWidth="sm"
      save={(call) =>
        early.is_agreed
          ? call('post', '/api/staff/contracts/{contract_id}/early-payment/undo', { params })
          : call('post', '/api/staff/contracts/{contract_id}/early-payment', {
              params,
              body: { cents: early.cents },
            })
      }
      renews={RENEWED}
      done={done}
      onClose={onClose}
    >
      <ConsequenceList
        sentences={[what(early), 'Der Haushalt erhält eine Mail oder einen Brief.']}
      />
    </EditDialog>
  )
}
