import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { MomentField } from '@/ui/fields/values'
import { kindWord, MAIL_KINDS, MAIL_STATES } from '@/ui/mail/mail'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter, PeriodFilter, TextFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { MailStateMark } from './MailStateMark'
import { SendUnsent } from './SendUnsent'
import '@/ui/page/sheets.css'

const addressee = ({ recipient }: { recipient: string }) => recipient || 'per Brief'

const Column = ListColumn<RecordOf<'mails'>>
const COLUMNS = (
  <>
    <Column
      source="subject"
      label="Betreff"
      isFixed
      render={(mail) => (
        <>
          <Link to={`/mails/${mail.id}/show`}>{mail.subject}</Link>
          <small>{kindWord(mail.kind)}</small>
        </>
      )}
    />
    <Column source="recipient" label="An" render={addressee} />
    <Column source="state" label="Stand" render={({ state }) => <MailStateMark state={state} />} />
    <Column
      source="created_at"
      label="Bestellt"
      sortByOrder="DESC"
      render={({ created_at }) => <MomentField at={created_at} isShort />}
    />
    <Column
      source="reference"
      label="Reservierung"
      render={({ reservation_id, reference }) =>
        reservation_id ? (
          <Link to={`/reservations/${reservation_id}/show`}>{reference ?? 'Ansehen'}</Link>
        ) : (
          (reference ?? '')
        )
      }
    />
  </>
)

const FILTERS: Filter[] = [
  <TextFilter key="q" source="q" label="Adresse oder Referenz" alwaysOn />,
  <ChoiceFilter
    key="state"
    source="state"
    label="Stand"
    choices={Object.entries(MAIL_STATES).map(([value, { label }]) => ({ value, label }))}
  />,
  <ChoiceFilter
    key="kind"
    source="kind"
    label="Art"
    choices={choicesOf(Object.entries(MAIL_KINDS))}
  />,
  <PeriodFilter
    key="created"
    source="created"
    label="Bestellt"
    parameters={['created_from', 'created_to']}
  />,
]

/** Every mail the product has sent or is about to. */
export function MailList() {
  return (
    <ListPage
      resource="mails"
      title="Mails"
      actions={<SendUnsent />}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowLabel={({ subject }) => subject}
      rowPath={({ id }) => `/mails/${id}/show`}
      empty="Noch ging keine Mail hinaus. Die erste folgt auf die erste Reservierung."
      filters={FILTERS}
      narrow={(mail) => ({
        title: mail.subject,
        meta: addressee(mail),
        aside: <MomentField at={mail.created_at} isShort />,
        asideMeta: <MailStateMark state={mail.state} />,
      })}
    >
      {COLUMNS}
    </ListPage>
  )
}
