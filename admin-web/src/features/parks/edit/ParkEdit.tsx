import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { PageForm } from '@/ui/form/EditForm'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { parkTitle } from '@/ui/park/capacity'
import { PARK, PARK_FIELD_NAMES, PARK_FIELDS, type ParkDocument, SAVED, STATUSES } from '../park'
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
  const path = `/parks/${encodeURIComponent(park.id)}/show`
  const edit = useEdit({
    kind: PARK,
    start: park,
    page: `park ${park.id}`,
    save: (call, _, { base: { id, version }, changes }) =>
      call('patch', '/api/staff/parks/{park}', {
        params: { path: { park: id } },
        body: { ...changes, version },
      }),
    renews: ['parks'],
    done: SAVED,
    onSaved: () => path,
  })
  return (
    <PageForm edit={edit} schema="ParkPatch" back={path}>
      <ParkInputs />
    </PageForm>
  )
}

/** The input of each field. */
const ParkInputs = () =>
  PARK_FIELD_NAMES.map((name) => {
    const { label, kind } = PARK_FIELDS[name]
    const field = { source: name, label }
    if (kind === 'status')
      return (
        <SelectInput key={name} {...field} choices={STATUSES.map((status) => [status, status])} />
      )
    return (
      <TextInput
        key={name}
        {...field}
        {...(kind === 'note' && {
          minRows: 1,
          hint: 'Wo der Park steht, und was als Nächstes kommt.',
        })}
        {...(kind === 'day' && { type: 'date' })}
        html={{ inputMode: INPUT_MODES[kind] }}
      />
    )
  })

const INPUT_MODES = {
  text: undefined,
  note: undefined,
  day: undefined,
  number: 'numeric',
  euros: 'decimal',
} as const
