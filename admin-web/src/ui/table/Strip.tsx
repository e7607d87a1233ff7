import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import {
  FilterButton,
  FilterForm,
  ListContextProvider,
  useListContext,
  useStore,
} from 'react-admin'
import { useShortcut } from '@/ui/keys/useShortcut'
import { AddedRows } from '@/ui/list/live/AddedRows'
import { Icon } from '@/ui/page/Icon'
import { type Filter, parametersOf } from './filters'

interface StripProps {
  filters: Filter[]
  /** Before the filters, such as saved views. */
  lead?: ReactNode
  count?: ReactNode
  actions?: ReactNode
  /** The button that opens the choice of columns. */
  columns: ReactNode
}

/** The one line of tools above a table: view, filters, count, columns, density, and what else a list offers. */
export function Strip({ filters, lead, count, actions, columns }: StripProps) {
  return (
    <div className="list-strip">
      {lead}
      <FilterBar filters={filters} />
      <div className="list-tools">
        <AddedRows />
        {count}
        {columns}
        <DensitySwitch />
        {actions}
      </div>
    </div>
  )
}

/** Every filter in use as a chip, and the way to further ones. The key `f` opens it. */
function FilterBar({ filters }: { filters: Filter[] }) {
  const add = useRef<HTMLSpanElement>(null)
  useShortcut('f', () => add.current?.querySelector('button')?.click())
  return (
    <section className="filter-bar" aria-label="Filter" onFocus={toChoices} onKeyDown={toRows}>
      <ListContextProvider value={useOwnParameters(filters)}>
        <FilterForm filters={filters} {...SOON} />
        <span ref={add}>
          <FilterButton filters={filters} disableSaveQuery />
        </span>
      </ListContextProvider>
    </section>
  )
}

/** Milliseconds after which what is typed or chosen takes effect; missing in the type of the form that hands it on. */
const SOON = { debounce: 300 }

/** react-admin knows a filter by one parameter. One that sets others is shown and taken away by all of its own. */
function useOwnParameters(filters: Filter[]) {
  const list = useListContext()
  const { filterValues, displayedFilters, setFilters } = list
  const set = filters.filter((one) => parametersOf(one).some((name) => filterValues[name]))
  const shown = Object.fromEntries(set.map(({ props }) => [props.source, true]))
  function hideFilter(source: string) {
    const hidden = filters.filter(({ props }) => props.source === source)
    setFilters(
      without(filterValues, hidden.flatMap(parametersOf)),
      without(displayedFilters, [source]),
    )
  }
  return { ...list, displayedFilters: { ...displayedFilters, ...shown }, hideFilter }
}

const without = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !names.includes(name)))

/** A filter just added gets the focus by its `name`: of choices that is an input nobody sees. */
function toChoices({ target }: FocusEvent<HTMLElement>) {
  if (!target.matches('.MuiSelect-nativeInput')) return
  const open = document.querySelector<HTMLElement>('[role=listbox] [tabindex="0"]')
  const field = target.parentElement?.querySelector<HTMLElement>('[role=combobox]')
  ;(open ?? field)?.focus()
}

function toRows({ key, target }: KeyboardEvent) {
  if (target instanceof HTMLInputElement && (key === 'Enter' || key === 'Escape'))
    document.getElementById('main-content')?.focus()
}

/** How high rows are, in all lists; remembered in this browser. */
export const useDensity = () => useStore<'dense' | 'wide'>('density', 'dense')

/** Dense rows of one line, or wide ones with what belongs below it. Shift and D does the same. */
function DensitySwitch() {
  const [density, setDensity] = useDensity()
  const toggle = () => setDensity(density === 'dense' ? 'wide' : 'dense')
  useShortcut('D', toggle)
  return (
    <button
      type="button"
      className="tool only-wide"
      aria-label={density === 'dense' ? 'Dicht: auf weite Zeilen' : 'Weit: auf dichte Zeilen'}
      title="Umschalt und D"
      onClick={toggle}
    >
      <Icon name="density" size={16} />
      {density === 'dense' ? 'Dicht' : 'Weit'}
    </button>
  )
}
