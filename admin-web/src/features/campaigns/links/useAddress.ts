import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '@/api/operations'
import { useCall } from '@/api/useCall'
import { useSettled } from '@/lib/useSettled'
import type { UtmField } from '@/lib/utm'

export interface AddressParts extends Partial<Record<UtmField, string>> {
  path: string
  referral_code?: string
}

export type BuiltAddress = Schemas['AddressOut']

/** The link from its parts, as the server builds it, a moment after the last key. */
export function useAddress(parts: AddressParts, isEnabled = true) {
  const call = useCall()
  const key = JSON.stringify(parts)
  const settled = useSettled(key, 250)
  const body = useMemo(() => JSON.parse(settled) as AddressParts, [settled])
  const query = useQuery({
    queryKey: ['campaigns', 'address', settled],
    queryFn: () => call('post', '/api/staff/campaigns/address', { body }),
    enabled: isEnabled,
    placeholderData: (previous) => previous,
  })
  return { built: query.data, error: query.error, isSettled: settled === key && !query.isFetching }
}
