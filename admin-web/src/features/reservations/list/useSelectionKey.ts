import { useListContext } from 'react-admin'
import { useShortcut } from '@/ui/keys/useShortcut'

/** `x` selects the row that `j` and `k` stand on, or takes it out of the selection. */
export function useSelectionKey(isOffered: boolean): void {
  const { data, onToggleItem } = useListContext()
  useShortcut('x', () => {
    const row = document.querySelector<HTMLElement>('tr[data-current][data-row]')
    const record = row && data?.[Number(row.dataset.row)]
    if (isOffered && record) onToggleItem(record.id)
  })
}
