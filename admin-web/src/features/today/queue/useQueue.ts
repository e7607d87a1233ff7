import { useSearchParams } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { isWhose, type Whose } from './work'

export const PER_PAGE = 100

/** Tab, kind and page live in the address; the lines are read again whenever something changes. */
export function useQueue() {
  const [address, setAddress] = useSearchParams()
  const given = address.get('whose')
  const whose: Whose = isWhose(given) ? given : 'team'
  const kind = address.get('kind') ?? undefined
  const page = Math.max(1, Number(address.get('page')) || 1)
  const query = useStaffQuery('/api/staff/work-lines', {
    params: { query: { whose, page, per_page: PER_PAGE, ...(kind && { kind }) } },
    refetchEvery: NEWS_EVERY,
  })

  function show(next: { whose?: Whose; kind?: string | null; page?: number }) {
    const params = new URLSearchParams()
    const tab = next.whose ?? whose
    const wanted = next.kind === undefined ? kind : next.kind
    if (tab !== 'team') params.set('whose', tab)
    if (wanted && !next.whose) params.set('kind', wanted)
    if (next.page && next.page > 1) params.set('page', String(next.page))
    setAddress(params, { replace: true })
  }

  return { ...query, whose, kind, page, show }
}

export type Queue = ReturnType<typeof useQueue>
