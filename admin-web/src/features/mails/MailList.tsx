import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { MomentField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { choicesOf, type Filter } from '@/ui/list/filters/filter'
import { kindWord, MAIL_KINDS, MAIL_STATES } from '@/ui/mail/mail'
import { MailStateMark } from './MailStateMark'
import { SendUnsent } from './SendUnsent'
import '@/ui/page/sheets.css'

const addressee = ({ recipient }: { recipient: string }) => recipient || 'per Brief'

const COLUMNS: Column<RecordOf<'mails'>>[] = [
  {
    name: 'subject',
    label: 'Betreff',
    isFixed: true,
    render: (mail) => (
      <>
        <Link to={`/mails/${mail.id}/show`}>{mail.subject}</Link>
        <small>{kindWord(mail.kind)}</small>
      </>
    ),
  },
  { name: 'recipient', label: 'An', render: addressee },
  { name: 'state', label: 'Stand', render: ({ state }) => <MailStateMark state={state} /> },
  {
    name: 'created_at',
    label: 'Bestellt',
    isSortable: true,
    firstOrder: 'DESC',
    render: ({ created_at }) => <MomentField at={created_at} isShort />,
  },
  {
    name: 'reference',
    label: 'Reservierung',
    render: ({ reservation_id, reference }) =>
      reservation_id ? (
        <Link to={`/reservations/${reservation_id}/show`}>{reference ?? 'Ansehen'}</Link>
      ) : (
        (reference ?? '')
      ),
  },
]

const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Adresse oder Referenz', kind: 'text' },
  {
    name: 'state',
    label: 'Stand',
    kind: 'one',
    choices: Object.entries(MAIL_STATES).map(([value, { label }]) => ({ value, label })),
  },
  { name: 'kind', label: 'Art', kind: 'one', choices: choicesOf(Object.entries(MAIL_KINDS)) },
  { name: 'created', label: 'Bestellt', kind: 'period' },
]

/** Every mail the product has sent or is about to. */
export function MailList() {
  return (
    <ConsoleList
      resource="mails"
      title="Mails"
      actions={<SendUnsent />}
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={COLUMNS}
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
    />
  )
}
