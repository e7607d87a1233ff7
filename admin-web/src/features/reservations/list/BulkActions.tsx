import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { useCall } from '@/api/useCall'
import { formatNumber } from '@/lib/format'
import { operationLabel } from '@/lib/operationWords'
import { LettersDialog } from '@/ui/mail/PrintLetters'
import { MergeDialog } from '../duplicates/MergeDialog'
import { OperationDialog } from '../operations/OperationDialog'
import type { ReservationRow } from '../types'
import { listFilters, listOrder } from './query'

const FIRST = ['invite', 'cancel', 'add_tag', 'set_follow_up'] as const
const FURTHER = [
  'contract',
  'activate',
  'end',
  'expire',
  'withdraw',
  'verify_deposit',
  'refund_deposit',
  'fail_deposit',
  'waive_deposit',
  'remove_tag',
  'mark_price_checked',
  'mark_not_duplicate',
] as const

/** As many as the server changes in one call. */
const MOST = 1000

/** What can be done with the selected reservations, which may lie on several pages. */
export function BulkActions() {
  const { selectedIds, onUnselectItems } = useListContext()
  const [chosen, setChosen] = useState<{ name: string; ids: number[] }>()
  const ids = selectedIds.map(Number)
  const close = () => {
    setChosen(undefined)
    onUnselectItems()
  }
  if (ids.length > MOST)
    return <p>Bitte wählen Sie höchstens {formatNumber(MOST)} auf einmal aus.</p>
  const choose = (name: string) => setChosen({ name, ids })
  return (
    <>
      <SelectMatching most={MOST} />
      {FIRST.map((name) => (
        <Button key={name} onClick={() => choose(name)}>
          {operationLabel(name)}
        </Button>
      ))}
      <FurtherActions canMerge={ids.length >= 2 && ids.length <= 10} onChoice={choose} />
      {chosen?.name === 'merge' && <MergeDialog ids={chosen.ids} onClose={close} />}
      {chosen?.name === 'letters' && <LettersDialog ids={chosen.ids} onClose={close} />}
      {chosen && !['merge', 'letters'].includes(chosen.name) && (
        <OperationDialog
          name={chosen.name}
          ids={chosen.ids}
          onClose={() => setChosen(undefined)}
          onDone={() => onUnselectItems()}
        />
      )}
    </>
  )
}

interface FurtherActionsProps {
  canMerge: boolean
  onChoice: (name: string) => void
}

function FurtherActions({ canMerge, onChoice }: FurtherActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const pick = (name: string) => () => {
    setAnchor(null)
    onChoice(name)
  }
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Weitere Vorgänge
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {FURTHER.map((name) => (
          <MenuItem key={name} onClick={pick(name)}>
            {operationLabel(name)}
          </MenuItem>
        ))}
        <MenuItem onClick={pick('letters')}>Briefe drucken</MenuItem>
        {canMerge && <MenuItem onClick={pick('merge')}>Zusammenführen</MenuItem>}
      </Menu>
    </>
  )
}

const PAGE = 100

/** Selects every row that fits the filters, not only this page, as far as one operation can take them. */
function SelectMatching({ most }: { most: number }) {
  const { data, total, selectedIds, filterValues, sort, onSelect } =
    useListContext<ReservationRow>()
  const call = useCall()
  const [isLoading, setLoading] = useState(false)
  const isWholePage = data?.every(({ id }) => selectedIds.includes(id))
  if (!isWholePage || total == null || total > most || selectedIds.length >= total) return null

  async function selectAll() {
    setLoading(true)
    const pages = Array.from({ length: Math.ceil((total ?? 0) / PAGE) }, (_, index) => index + 1)
    const answers = pages.map((page) =>
      call('get', '/api/staff/reservations', {
        params: {
          query: { page, per_page: PAGE, ...listOrder(sort), ...listFilters(filterValues) },
        },
      }),
    )
    try {
      onSelect((await Promise.all(answers)).flatMap((answer) => answer.data.map(({ id }) => id)))
    } finally {
      setLoading(false)
    }
  }

  return (
    <Button variant="text" disabled={isLoading} onClick={() => void selectAll()}>
      Alle {formatNumber(total)} auswählen
    </Button>
  )
}
