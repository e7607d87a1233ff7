import Button from '@mui/material/Button'
import { useId } from 'react'
import { AsOf } from '@/ui/fields/AsOf'
import type { ReportDocument } from './document'
import type { ReportRun } from './useReport'

/** One line above the picture: how fresh it is, or how far the next one has come. */
export function RunState<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  return (
    <div className="run-line">
      {run.isSlow ? <Progress run={run} /> : <AtRest run={run} />}
      <p className="visually-hidden" role="status">
        {run.isSlow && 'Der Bericht wird gerechnet.'}
        {run.isCancelled && 'Abgebrochen.'}
      </p>
    </div>
  )
}

function AtRest<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  if (run.isCancelled)
    return (
      <>
        <p className="flush">
          <b>Abgebrochen.</b> {run.report && 'Zu sehen ist noch das Bild davor.'}
        </p>
        <Button onClick={run.again}>Noch einmal</Button>
      </>
    )
  const provisional = run.report?.stand.provisional
  return (
    <>
      {provisional && <p className="provisional-mark">{provisional}</p>}
      <AsOf stand={run.report?.stand} />
    </>
  )
}

function Progress<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  const id = useId()
  const { progress } = run
  return (
    <>
      <label className="flush" htmlFor={id}>
        Wird gerechnet{progress !== null && ` – ${Math.round(progress * 100)} %`}
      </label>
      <progress id={id} max={1} {...(progress !== null && { value: progress })} />
      <Button onClick={run.cancel}>Abbrechen</Button>
    </>
  )
}
