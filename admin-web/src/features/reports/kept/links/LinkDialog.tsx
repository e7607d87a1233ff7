import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { CopyButton } from '@/ui/fields/CopyButton'
import { EditDialog } from '@/ui/form/EditDialog'
import { FieldProblem, TextInput, TickInput, useField } from '@/ui/form/inputs'
import { FilterChips } from '../../frame/filters/FilterChips'
import { type Parameters, readParameters } from '../../frame/parameters/parameters'
import { type KeptRun, queryOf } from '../run'
import {
  canBeNarrowed,
  canLeaveMoneyOut,
  filtersIn,
  type NewReportLink,
  shownWords,
  usualLastDay,
} from './link'

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
  return (
    <EditDialog
      title="Link erstellen"
      button={({ isRunning }) => (isRunning ? 'Wird erstellt …' : 'Link erstellen')}
      maxWidth="sm"
      schema="ReportLinkIn"
      start={{
        label: '',
        filters: {},
        expires_on: usualLastDay(berlinDay()),
        without_money: canLeaveMoneyOut(kept),
      }}
      save={(call, { label, filters, expires_on, without_money }) =>
        call('post', '/api/staff/report-runs/{run_id}/links', {
          params: { path: { run_id: kept.id } },
          body: {
            label,
            filters: filtersIn(filters),
            expires_on: expires_on || null,
            without_money,
          },
        })
      }
      renews={['report-links', 'report-runs']}
      onSaved={(link) => {
        if (link) onMade(link)
      }}
      onClose={onClose}
    >
      <p className="flush">
        Mit dem Link sieht man „{kept.label}“ ohne Konto, auch auf dem Telefon, und lädt die Zahlen
        als PDF oder CSV.
      </p>
      <TextInput
        source="label"
        label="Für wen ist der Link?"
        hint="Das sehen nur Sie und Ihr Team, zum Beispiel „Stadtwerke, Herbstaktion“."
        autoFocus
      />
      {canBeNarrowed(kept) && <Narrowing run={kept} />}
      {canLeaveMoneyOut(kept) && (
        <TickInput
          source="without_money"
          label="Ohne Geld: Kosten, Preise und Urteile bleiben weg"
        />
      )}
      <TextInput
        source="expires_on"
        label="Gilt bis"
        type="date"
        hint="Höchstens ein Jahr. Widerrufen können Sie ihn jederzeit."
      />
    </EditDialog>
  )
}

/** Filters on top of those of the run. */
function Narrowing({ run }: { run: KeptRun }) {
  const { value: filters, onChange, problem } = useField<Parameters['filters']>('filters')
  const [asked, setAsked] = useState<Parameters>(() =>
    readParameters(queryOf(run.parameters), { period: true, bots: true }),
  )
  return (
    <fieldset className="link-filters">
      <legend>Was der Link zeigt</legend>
      <FilterChips
        parameters={{ ...asked, filters }}
        change={(changes) => {
          setAsked({ ...asked, ...changes })
          if (changes.filters) onChange(changes.filters)
        }}
      />
      <p className="tiny muted flush">
        {filtersIn(filters)
          ? 'Gerechnet wird jetzt neu, mit den Daten von heute und nur mit diesen Werten. Andere Zeilen enthält der Link nicht.'
          : 'Ohne Filter zeigt er alles, was der festgehaltene Bericht zeigt.'}
      </p>
      <FieldProblem words={problem} />
    </fieldset>
  )
}

interface FormProps {
  onMade: (link: NewReportLink) => void
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
