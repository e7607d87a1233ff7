import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { noteSession } from '@/session/session'
import { Section } from './Section'
import { Enrolment } from './signIn/Enrolment'
import { RecoveryCodes } from './signIn/RecoveryCodes'

type View = { name: 'overview' } | { name: 'enrolment' } | { name: 'codes'; codes: string[] }

/** Another app for the codes, or new recovery codes. The old ones count until the new are confirmed. */
export function SecondFactorSection() {
  const [view, setView] = useState<View>({ name: 'overview' })
  const close = () => setView({ name: 'overview' })
  return (
    <Section title="Zweiter Faktor">
      {view.name === 'overview' && <Overview onView={setView} />}
      {view.name === 'enrolment' && (
        <Enrolment
          onDone={(session) => {
            noteSession(session)
            close()
          }}
        />
      )}
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onKept={close} />}
      {view.name === 'enrolment' && (
        <Button variant="text" onClick={close}>
          Abbrechen
        </Button>
      )}
    </Section>
  )
}

function Overview({ onView }: { onView: (view: View) => void }) {
  const call = useCall()
  const notify = useNotify()

  async function renew() {
    try {
      const answer = await call('post', '/api/staff/session/recovery-codes')
      onView({ name: 'codes', codes: answer.recovery_codes })
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
    }
  }

  return (
    <>
      <p>
        Beim Anmelden fragt die Konsole nach einem Code aus Ihrer App. Neue Wiederherstellungscodes
        machen die bisherigen ungültig.
      </p>
      <div className="tools">
        <Button onClick={() => onView({ name: 'enrolment' })}>Andere App einrichten</Button>
        <Button onClick={renew}>Neue Wiederherstellungscodes</Button>
      </div>
    </>
  )
}
