import type { ScheduleInput } from '../../schedule'
import { filterWords } from '../../words'

interface ShownForProps {
  input: ScheduleInput
  chosen: string
  onChosen: (address: string) => void
}

/** Whose mail is shown, where recipients have filters of their own. */
export function ShownFor({ input, chosen, onChosen }: ShownForProps) {
  const own = Object.entries(input.own_filters)
  if (own.length === 0) return null
  return (
    <label className="filter">
      Die Mail an
      <select
        className="choice wide"
        value={chosen}
        onChange={({ target }) => onChosen(target.value)}
      >
        <option value="">alle ohne eigenen Filter</option>
        {own.map(([address, filters]) => (
          <option key={address} value={address}>
            {address}: nur {filterWords(filters)}
          </option>
        ))}
      </select>
    </label>
  )
}
