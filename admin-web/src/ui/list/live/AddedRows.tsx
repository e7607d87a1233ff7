import { useLiveRowsContext } from './changedRows'

/** „2 neue oben zeigen“: rows that came since the list was read. They wait, so that nothing moves under a hand. */
export function AddedRows() {
  const { added, showAdded } = useLiveRowsContext()
  return (
    <span role="status">
      {added > 0 && (
        <button type="button" className="added-rows" onClick={showAdded}>
          <b>{added}</b> neue oben zeigen
        </button>
      )}
    </span>
  )
}
