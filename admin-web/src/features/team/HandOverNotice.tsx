import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { AccountDocument } from './account'

/** What an account receives and answers for, so that nothing is lost when its person leaves. */
export function HandOverNotice({ account }: { account: AccountDocument }) {
  const { data } = useStaffQuery('/api/staff/responsibilities')
  const count = data?.people.find(({ id }) => id === account.id)?.holdings.length ?? 0
  if (count === 0) return null
  const things = count === 1 ? 'einem Eintrag' : `${count} Einträgen`
  return (
    <section className="sheet" aria-labelledby="hand-over">
      <h2 id="hand-over">Berichte, Hinweise und Links</h2>
      <p className="flush">
        {account.state === 'disabled'
          ? `Das Konto ist deaktiviert und steht noch in ${things}. Dort geschieht nichts mehr, bis Sie sie übergeben.`
          : `Das Konto steht in ${things}: Berichte, die es bekommt, und was es verantwortet.`}
      </p>
      <p className="buttons">
        <Button
          component={Link}
          to={`/responsibilities?person=${account.id}`}
          variant={account.state === 'disabled' ? 'contained' : 'outlined'}
        >
          Alles übergeben
        </Button>
      </p>
    </section>
  )
}
