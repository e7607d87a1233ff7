import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { AccountDocument } from './account'
import { Holdings } from './Holdings'
import { LeavingDialog } from './LeavingDialog'

/** What still hangs on an account that is switched off. */
export function StillHeld({ account }: { account: AccountDocument }) {
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useStaffQuery('/api/staff/accounts/{id}/holdings', {
    params: { path: { id: account.id } },
  })
  if (!data || data.holdings.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="still-held">
      <h2 id="still-held">Was noch an dem Konto hängt</h2>
      <p className="flush">
        Gesendet wird dem Konto nichts mehr. Was hier steht, wartet auf eine Übergabe.
      </p>
      <Holdings holdings={data.holdings} />
      <p className="buttons">
        <Button variant="contained" onClick={() => setIsAsking(true)}>
          Übergeben
        </Button>
      </p>
      {isAsking && <LeavingDialog account={account} onClose={() => setIsAsking(false)} />}
    </section>
  )
}
