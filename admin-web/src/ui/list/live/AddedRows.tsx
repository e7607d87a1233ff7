import { useShortcut } from '@/ui/keys/useShortcut'
import { useLiveRowsContext } from './changedRows'

/**
 * „2 neue oben zeigen“: rows that came since the list was read. They wait for a press or `.`, so that nothing
 * moves under a hand.
 */
export function AddedRows() {
  const { added, showAdded } = useLiveRowsContext()
  useShortcut('.', () => added > 0 && showAdded())
  return (
    <span role="status">
      {added > 0 && (
        <button type="button" className="added-rows" aria-keyshortcuts="." onClick={showAdded}>
          <b>{added}</b> neue oben zeigen
        </button>
      )}
    </span>
  )
}
