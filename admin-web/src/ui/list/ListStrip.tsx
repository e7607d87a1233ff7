import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import { Icon } from '@/ui/page/Icon'
import type { Column } from './columns'
import { FilterBar } from './filters/FilterBar'
import type { Filter } from './filters/filter'
import { AddedRows } from './live/AddedRows'
import { DensitySwitch } from './tools/DensitySwitch'

interface ListStripProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  filters: readonly Filter[]
  /** Before the filters, such as saved views. */
  lead?: ReactNode
  count?: ReactNode
  actions?: ReactNode
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
}

/** The one line of tools above a table: view, filters, count, columns, density, and what else a list offers. */
export function ListStrip<T extends RaRecord>(props: ListStripProps<T>) {
  const { columns, filters, lead, count, actions, isChoosing, onChoosing } = props
  const hasChoice = columns.some(({ isFixed }) => !isFixed)
  return (
    <div className="list-strip">
      {lead}
      <FilterBar filters={filters} />
      <div className="list-tools">
        <AddedRows />
        {count}
        {hasChoice && (
          <button
            type="button"
            className="tool only-wide"
            aria-expanded={isChoosing}
            onClick={() => onChoosing(!isChoosing)}
          >
            <Icon name="columns" size={16} />
            Spalten
          </button>
        )}
        <span className="only-wide">
          <DensitySwitch />
        </span>
        {actions}
      </div>
    </div>
  )
}
