import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { useStaffChange } from '@/api/useStaffChange'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { RowButton } from '@/ui/list/RowButton'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter, TextFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { PartnerDialog } from './PartnerDialog'
import { ReferralPages } from './ReferralPages'
import { KIND_CHOICES, KINDS, type ReferralCode } from './referral'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

const Column = ListColumn<RecordOf<'referrals/codes'>>
const COLUMNS = (
  <>
    <Column
      source="code"
      label="Code"
      isFixed
      render={({ code, disabled_at }) => (
        <>
          <b className="tabular">{code}</b>
          {disabled_at && (
            <small>
              <ShapeMark shape="diagonal" label="gesperrt" />
            </small>
          )}
        </>
      )}
    />
    <Column source="owner" label="Wer" render={(code) => <Owner code={code} />} />
    <Column
      source="created_at"
      label="Angelegt"
      sortByOrder="DESC"
      render={({ created_at }) => <MomentField at={created_at} isShort />}
    />
    <Column source="actions" label="Aktionen" render={(code) => <Actions code={code} />} />
  </>
)

const FILTERS: Filter[] = [
  <TextFilter key="q" source="q" label="Suchen" alwaysOn />,
  <ChoiceFilter key="kind" source="kind" label="Wer" choices={choicesOf(KIND_CHOICES)} />,
]

/** Every code: those of households come by themselves, those of partners are made here. */
export function CodeList() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListPage
        resource="referrals/codes"
        title="Empfehlungen"
        sort={{ field: 'created_at', order: 'DESC' }}
        rowLabel={({ code }) => code}
        rowPath={({ reservation_id: id }) => (id === null ? undefined : `/reservations/${id}/show`)}
        narrow={(code) => ({
          title: code.code,
          meta: ownerName(code),
          aside: <MomentField at={code.created_at} isShort />,
          asideMeta: code.disabled_at ? (
            <ShapeMark shape="diagonal" label="gesperrt" />
          ) : (
            KINDS[code.kind]
          ),
          more: <Actions code={code} />,
        })}
        empty="Noch gibt es keinen Code. Haushalte bekommen ihren mit der Reservierung, Partner von Ihnen."
        actions={
          <Button variant="contained" onClick={() => setAdding(true)}>
            Partner-Code anlegen
          </Button>
        }
        lead={<ReferralPages />}
        filters={FILTERS}
      >
        {COLUMNS}
      </ListPage>
      {isAdding && <PartnerDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const ownerName = ({ kind, partner_name, household }: ReferralCode): string =>
  partner_name || household || KINDS[kind]

function Owner({ code }: { code: ReferralCode }) {
  const { kind, reservation_id, note } = code
  const name = ownerName(code)
  return (
    <>
      {reservation_id === null ? (
        name
      ) : (
        <Link to={`/reservations/${reservation_id}/show`}>{name}</Link>
      )}
      <small className="wrapping">{note ? `${KINDS[kind]}: ${note}` : KINDS[kind]}</small>
    </>
  )
}

function Actions({ code }: { code: ReferralCode }) {
  const { run, isRunning, problem } = useStaffChange('referrals', 'referrals/codes')
  const { refetch } = useListContext()
  const notify = useNotify()
  const isDisabled = code.disabled_at !== null

  async function toggle() {
    const done = await run(
      'post',
      `/api/staff/referrals/codes/{code_id}/${isDisabled ? 'enable' : 'disable'}`,
      { params: { path: { code_id: code.id } } },
    )
    if (!done) return
    notify(isDisabled ? 'Der Code gilt wieder.' : 'Der Code ist gesperrt.', { type: 'success' })
    void refetch()
  }

  return (
    <span className="buttons inline-row">
      <CopyButton
        text={code.address}
        what={`Link mit Code ${code.code}`}
        label="Link kopieren"
        isQuiet
      />
      <RowButton
        label={isDisabled ? 'Wieder zulassen' : 'Sperren'}
        what={code.code}
        isDisabled={isRunning}
        onClick={toggle}
      />
      {problem && (
        <span role="alert" className="error-text">
          {problem}
        </span>
      )}
    </span>
  )
}
