import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { Loading } from '@/ui/page/Loading'
import { Section } from '../Section'
import { NewPasskey } from './NewPasskey'
import { PasskeyRow } from './PasskeyRow'
import { isOffered, isSupported } from './support'
import './passkeys.css'

/** The passkeys of the own account: what they are, which there are, and one more. */
export function PasskeySection() {
  const { data, error } = useStaffQuery('/api/staff/passkeys')
  return (
    <Section title="Passkeys">
      {error && <p role="alert">{errorWords(error)}</p>}
      {!data && !error && <Loading />}
      {data && <Passkeys {...data} />}
    </Section>
  )
}

function Passkeys({ data, works_at, suggested_name }: Schemas['PasskeysOut']) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <p className="flush">
        Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne
        Passwort und Code. Eine gefälschte Seite kann ihn nicht abfangen; Ihre App für Codes gilt
        weiter.
      </p>
      {data.length > 0 && (
        <ul className="passkeys">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {!isOffered(works_at) && <NotHere worksAt={works_at} />}
      {isOffered(works_at) && !isAdding && (
        <div className="tools spaced">
          <Button onClick={() => setAdding(true)}>Passkey hinzufügen</Button>
        </div>
      )}
      {isAdding && <NewPasskey suggestedName={suggested_name} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Why there is no button. */
function NotHere({ worksAt }: { worksAt: string | null }) {
  if (!worksAt)
    return (
      <p className="muted">
        Unter dieser Adresse bieten Browser keine Passkeys an: Sie brauchen https:// und einen Namen
        statt einer IP-Adresse, oder http://localhost. Ihre Technik ändert das mit der Einstellung
        VOLTIGO_PUBLIC_URL.
      </p>
    )
  if (!isSupported())
    return (
      <p className="muted">
        Dieser Browser kennt keine Passkeys. Bitte nehmen Sie eine neuere Fassung oder einen
        anderen.
      </p>
    )
  return (
    <p className="muted">
      Passkeys gelten nur unter {worksAt}. <a href={`${worksAt}/admin/account`}>Dort öffnen</a>
    </p>
  )
}
