import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { parkTitle } from '@/ui/park/capacity'
import { type ParkDocument, parkForm, readParkForm } from '../park'
import { useParkChange } from '../useParkChange'
import { ParkInputs } from './ParkInputs'
import { StalePark } from './StalePark'
import '@/ui/page/sheets.css'

/** What the public pages say about a park. Its limits are changed beside its picture. */
export function ParkEdit() {
  const id = useParams().id ?? ''
  const { data, error, refetch } = useStaffQuery('/api/staff/parks/{park}', {
    params: { path: { park: id } },
  })
  return (
    <Page
      title={data ? `${parkTitle(data)} bearbeiten` : 'Park bearbeiten'}
      overline={<Link to={`/parks/${encodeURIComponent(id)}/show`}>Zurück zum Park</Link>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && <Form key={data.id} park={data} />}
    </Page>
  )
}

/** `park` is the state the form began with; a newer one must not overwrite what is being typed. */
function Form({ park: latest }: { park: ParkDocument }) {
  const [park, setPark] = useState(latest)
  const [form, setForm] = useState(() => parkForm(park))
  const [isChecked, setChecked] = useState(false)
  const navigate = useNavigate()
  const show = `/parks/${encodeURIComponent(park.id)}/show`
  const { save, isSaving, stale, fieldErrors, problem } = useParkChange(park, () => navigate(show))
  const { values, problems } = readParkForm(form)

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0) void save(values)
  }

  function adopt(current: ParkDocument) {
    setPark(current)
    setForm(parkForm(current))
  }

  return (
    <form className="sheet input-stack" onSubmit={submit} noValidate>
      <ParkInputs
        form={form}
        problems={isChecked ? { ...fieldErrors, ...problems } : {}}
        onChange={(name, value) => setForm({ ...form, [name]: value })}
      />
      {stale && (
        <StalePark
          mine={values}
          current={stale}
          onKeep={() => save(values, stale.version)}
          onAdopt={() => adopt(stale)}
        />
      )}
      {problem && <p role="alert">{problem}</p>}
      <p className="buttons">
        <Button type="submit" variant="contained" disabled={isSaving || stale !== null}>
          Speichern
        </Button>
        <Button component={Link} to={show}>
          Abbrechen
        </Button>
      </p>
    </form>
  )
}
