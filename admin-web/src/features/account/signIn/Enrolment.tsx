import Alert from '@mui/material/Alert'
import { useEffect, useState } from 'react'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import type { Session } from '@/session/session'
import { Loading } from '@/ui/page/Loading'
import { CodeInput, Form } from './FormParts'
import { RecoveryCodes } from './RecoveryCodes'
import { useSubmit } from './useSubmit'

type Offer = Schemas['EnrolmentOut']
type Enrolled = Schemas['EnrolledOut']

/** Sets up a second factor: scan, type a code, keep the recovery codes. Ends with `onDone`. */
export function Enrolment({ onDone }: { onDone: (session: Session) => void }) {
  const { offer, problem } = useOffer()
  const [enrolled, setEnrolled] = useState<Enrolled>()
  if (enrolled)
    return <RecoveryCodes codes={enrolled.recovery_codes} onKept={() => onDone(enrolled.session)} />
  if (problem) return <Alert severity="error">{problem}</Alert>
  return offer ? <ScanStep offer={offer} onEnrolled={setEnrolled} /> : <Loading />
}

function useOffer() {
  const [offer, setOffer] = useState<Offer>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    call('post', '/api/staff/session/enrolment')
      .then(setOffer)
      .catch((error: unknown) => setProblem(errorWords(error)))
  }, [])
  return { offer, problem }
}

function ScanStep({ offer, onEnrolled }: { offer: Offer; onEnrolled: (done: Enrolled) => void }) {
  const [code, setCode] = useState('')
  const submission = useSubmit(async () => {
    onEnrolled(await call('post', '/api/staff/session/enrolment/confirm', { body: { code } }))
  })
  return (
    <>
      <p>
        Scannen Sie das Bild mit einer App für Einmalcodes, zum Beispiel Aegis, 2FAS oder Ihrem
        Passwortmanager. Danach geben Sie den Code ein, den die App zeigt.
      </p>
      <QrCode offer={offer} />
      <p>
        Wenn Sie nicht scannen können, geben Sie diesen Schlüssel in der App ein:
        <br />
        <code className="secret-key">{inGroups(offer.secret)}</code>
      </p>
      <Form submission={submission} button="Code prüfen" isBlocked={!code}>
        <CodeInput value={code} onValue={setCode} />
      </Form>
    </>
  )
}

/** Dark on white in both schemes: cameras expect that. The path is open lines of width 1, which only a stroke shows. */
function QrCode({ offer }: { offer: Offer }) {
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${offer.qr_size} ${offer.qr_size}`}
      role="img"
      aria-label="QR-Code für Ihre App"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${offer.qr_size}v${offer.qr_size}H0z`} />
      <path fill="none" stroke="#000" d={offer.qr_path} />
    </svg>
  )
}

/** Groups of four, as one reads them aloud. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
