import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { RecordOf } from '@/api/dataProvider'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { RowButton } from '@/ui/list/RowButton'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter, TextFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { AliasPages } from './AliasPages'
import { type Alias, FIELD_CHOICES, fieldName } from './alias'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const Column = ListColumn<RecordOf<'aliases'>>
const COLUMNS = (
  <>
    <Column
      source="raw"
      label="Steht im Link"
      isFixed
      render={({ field, raw }) => (
        <>
          <b>{raw}</b>
          <small>{fieldName(field)}</small>
        </>
      )}
    />
    <Column source="canonical" label="Zählt als" render={({ canonical }) => canonical} />
    <Column
      source="created_at"
      label="Zugeordnet"
      sortByOrder="DESC"
      render={({ created_at, created_by_name }) => (
        <>
          <MomentField at={created_at} isShort />
          {created_by_name && <small>{created_by_name}</small>}
        </>
      )}
    />
    <Column source="undone_at" label="Stand" render={(alias) => <State alias={alias} />} />
  </>
)

const FILTERS: Filter[] = [
  <TextFilter key="q" source="q" label="Suchen" alwaysOn />,
  <ChoiceFilter key="field" source="field" label="Feld" choices={choicesOf(FIELD_CHOICES)} />,
]

/** Every mapping, those taken back among them. */
export function AliasList() {
  return (
    <ListPage
      resource="aliases"
      title="Schreibweisen"
      sort={{ field: 'created_at', order: 'DESC' }}
      rowLabel={({ raw }) => raw}
      narrow={(alias) => ({
        title: alias.raw,
        meta: `zählt als ${alias.canonical}`,
        aside: fieldName(alias.field),
        asideMeta: <MomentField at={alias.created_at} isShort />,
        more: <State alias={alias} />,
      })}
      empty="Noch ist keine Schreibweise zugeordnet. Unter „Gesehene Werte“ sehen Sie, was in Links steht."
      lead={<AliasPages />}
      filters={FILTERS}
    >
      {COLUMNS}
    </ListPage>
  )
}

function State({ alias }: { alias: Alias }) {
  const [isAsked, setAsked] = useState(false)
  if (alias.undone_at)
    return (
      <>
        <ShapeMark shape="crossed" label="rückgängig gemacht" />
        <small>
          <MomentField at={alias.undone_at} isShort />
        </small>
      </>
    )
  return (
    <>
      <RowButton label="Rückgängig machen" what={alias.raw} onClick={() => setAsked(true)} />
      {isAsked && <UndoDialog alias={alias} onClose={() => setAsked(false)} />}
    </>
  )
}

function UndoDialog({ alias, onClose }: { alias: Alias; onClose: () => void }) {
  const { refetch } = useListContext()
  return (
    <EditDialog
      title="Zuordnung rückgängig machen?"
      button="Rückgängig machen"
      save={(call) =>
        call('post', '/api/staff/aliases/{alias_id}/undo', {
          params: { path: { alias_id: alias.id } },
        })
      }
      renews={['aliases', 'campaigns']}
      done={`„${alias.raw}“ zählt wieder für sich.`}
      onSaved={() => {
        onClose()
        void refetch()
      }}
      onClose={onClose}
    >
      <p>
        „{alias.raw}“ zählt dann nicht mehr als „{alias.canonical}“, auch rückwirkend. Die Zahlen
        sind wieder, wie sie vorher waren.
      </p>
    </EditDialog>
  )
}
