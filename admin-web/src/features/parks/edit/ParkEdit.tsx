import { Link, useParams } from 'react-router-dom'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { VersionedForm } from '@/ui/form/VersionedForm'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { parkTitle } from '@/ui/park/capacity'
import { PARK, type ParkDocument, SAVED } from '../park'
import { ParkInputs } from './ParkInputs'
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

function Form({ park }: { park: ParkDocument }) {
  const call = useCall()
  const path = `/parks/${encodeURIComponent(park.id)}/show`
  const edit = useVersionedSave(PARK, park, {
    page: `park ${park.id}`,
    renews: ['parks'],
    save: (changes, { id, version }) =>
      call('patch', '/api/staff/parks/{park}', {
        params: { path: { park: id } },
        body: { ...changes, version },
      }),
    onSaved: () => ({ path, words: SAVED }),
  })
  return (
    <VersionedForm edit={edit} back={path}>
      <ParkInputs
        form={edit.form}
        problems={edit.errors}
        onChange={(name, value) => edit.type({ [name]: value })}
      />
    </VersionedForm>
  )
}
