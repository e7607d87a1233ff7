import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { ROLE_NAMES, useSession } from '@/session/session'
import { MomentField } from '@/ui/fields/values'

/** Says that an administrator looks at the console as another role, and ends that: on a press, or when time is up. */
export function ViewBand() {
  const view = useSession()?.view ?? null
  return view && <Band role={view.role} until={view.until} />
}

function Band({ role, until }: { role: keyof typeof ROLE_NAMES; until: string }) {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    // A second later, so that the server's clock agrees. What the role may not see is not asked for before that.
    const rest = Date.parse(until) - Date.now() + 1_000
    const timer = setTimeout(() => window.location.assign('/admin/'), Math.max(0, rest))
    return () => clearTimeout(timer)
  }, [until])
  async function end() {
    try {
      await call('delete', '/api/staff/session/view')
      window.location.assign('/admin/')
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <section className="view-band" aria-label="Ansicht als andere Rolle">
      <p className="flush">
        Sie sehen die Konsole als <b>{ROLE_NAMES[role]}</b>. Ändern lässt sich nichts. Endet von
        selbst <MomentField at={until} isShort />.
      </p>
      <Button onClick={() => void end()}>Beenden</Button>
      {problem && (
        <p role="alert" className="error-text flush">
          {problem}
        </p>
      )}
    </section>
  )
}
