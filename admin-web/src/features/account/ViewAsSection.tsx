import Button from '@mui/material/Button'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { ROLE_NAMES } from '@/session/session'
import { Section } from './Section'

const VIEWED = ['staff', 'marketing'] as const

/** The console as another role sees it. The page is reloaded, so that nothing of one's own stays on it. */
export function ViewAsSection() {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  async function start(role: (typeof VIEWED)[number]) {
    try {
      await call('post', '/api/staff/session/view', { body: { role } })
      window.location.assign('/admin/')
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <Section title="Ansehen als">
      <p className="flush">
        Sehen Sie die Konsole eine halbe Stunde lang so, wie eine andere Rolle sie sieht. Ändern
        lässt sich dabei nichts. Beginn und Ende stehen im Protokoll.
      </p>
      <div className="view-as">
        {VIEWED.map((role) => (
          <Button key={role} onClick={() => void start(role)}>
            Ansehen als {ROLE_NAMES[role]}
          </Button>
        ))}
      </div>
      {problem && (
        <p role="alert" className="error-text flush">
          {problem}
        </p>
      )}
    </Section>
  )
}
