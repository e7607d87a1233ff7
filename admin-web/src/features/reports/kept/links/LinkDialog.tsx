import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useMemo, useState } from 'react'
import { useFormChange } from '@/api/useFormChange'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { CopyButton } from '@/ui/fields/CopyButton'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { FilterChips } from '../../frame/filters/FilterChips'
import { type Parameters, readParameters } from '../../frame/parameters/parameters'
import { type KeptRun, queryOf } from '../run'
import { canBeNarrowed, filtersIn, type NewReportLink, shownWords, usualLastDay } from './link'

interface LinkDialogProps {
  run: KeptRun
  onClose: () => void
}

/** Makes a link to a kept report, and shows its address this one time. */
export function LinkDialog({ run, onClose }: LinkDialogProps) {
  const [made, setMade] = useState<NewReportLink | null>(null)
  return made ? (
    <Done link={made} onClose={onClose} />
  ) : (
    <Form run={run} onClose={onClose} onMade={setMade} />
  )
}

function Form({ run: kept, onClose, onMade }: LinkDialogProps & FormProps) {
  const [label, setLabel] = useState('')
  const [day, setDay] = useState(() => usualLastDay(berlinDay()))
  const [asked, setAsked] = useParametersOf(kept)
  const { run, isRunning, problem, errors } = useFormChange(['report-links', 'report-runs'])
  const filters = filtersIn(asked.filters)

  async function submit() {
    const link = await run('post', '/api/staff/report-runs/{run_id}/links', {
      params: { path: { run_id: kept.id } },
      body: { label: label.trim(), filters, expires_on: day || null },
    })
    if (link) onMade(link)
  }

  return (
    <FormDialog
      title="Link erstellen"
      button={isRunning ? 'Wird erstellt …' : 'Link erstellen'}
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="flush">
        Mit dem Link sieht man „{kept.label}“ ohne Konto, auch auf dem Telefon, und lädt die Zahlen
        als PDF oder CSV.
      </p>
      <TextInput
        label="Für wen ist der Link?"
        value={label}
        problem={errors.label}
        hint="Das sehen nur Sie und Ihr Team, zum Beispiel „Stadtwerke, Herbstaktion“."
        autoFocus
        onValue={setLabel}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      {canBeNarrowed(kept) && (
        <Narrowing parameters={asked} problem={errors.filters} onParameters={setAsked} />
      )}
      <TextInput
        label="Gilt bis"
        type="date"
        value={day}
        problem={errors.expires_on}
        hint="Höchstens ein Jahr. Widerrufen können Sie ihn jederzeit."
        onValue={setDay}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </FormDialog>
  )
}

interface NarrowingProps {
  parameters: Parameters
  problem: string | undefined
  onParameters: (parameters: Parameters) => void
}

/** Filters on top of those of the run. */
function Narrowing({ parameters, problem, onParameters }: NarrowingProps) {
  return (
    <fieldset className="link-filters">
      <legend>Was der Link zeigt</legend>
      <FilterChips
        parameters={parameters}
        change={(changes) => onParameters({ ...parameters, ...changes })}
      />
      <p className="tiny muted flush">
        {filtersIn(parameters.filters)
          ? 'Gerechnet wird jetzt neu, mit den Daten von heute und nur mit diesen Werten. Andere Zeilen enthält der Link nicht.'
          : 'Ohne Filter zeigt er alles, was der festgehaltene Bericht zeigt.'}
      </p>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface FormProps {
  onMade: (link: NewReportLink) => void
}

/** What the run was asked, without filters: these are chosen on top of its own. */
function useParametersOf(run: KeptRun) {
  const parameters = useMemo(
    (): Parameters => ({
      ...readParameters(queryOf(run.parameters), { period: true, bots: true }),
      filters: {},
    }),
    [run],
  )
  return useState(parameters)
}

function Done({ link, onClose }: { link: NewReportLink; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Link „{link.label}“</DialogTitle>
      <DialogContent className="link-made">
        <p className="flush">
          Er zeigt {shownWords(link)} und gilt bis zum{' '}
          {formatDay(berlinDay(new Date(Date.parse(link.expires_at) - 1000)))}. Die Adresse zeigen
          wir nur dieses eine Mal.
        </p>
        <output aria-label="Adresse des Links">{link.address}</output>
        <p className="flush">
          <CopyButton text={link.address} what="Adresse des Links" isProminent />
        </p>
        <p className="muted flush">Wer die Adresse hat, sieht den Bericht.</p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Kopiert, schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
