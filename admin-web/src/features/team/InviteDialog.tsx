import { useState } from 'react'
import { onItsWay } from '@/session/mailWords'
import type { Role } from '@/session/session'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { LinkDialog } from './LinkDialog'
import { RoleChoice } from './RoleChoice'
import './team.css'

/** Invites a colleague by mail. The link is good for 72 hours and works once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; link: string }>()
  if (made) return <LinkDialog {...made} onClose={onClose} />
  return (
    <EditDialog
      title="Person einladen"
      button="Einladen"
      schema="InvitationIn"
      start={{ name: '', email: '', role: 'staff' as Role }}
      isBlocked={({ values: { name, email } }) => !name || !email}
      save={(call, body) => call('post', '/api/staff/accounts', { body })}
      renews={['accounts']}
      // Where no mail leaves, the link is handed over by hand.
      done={({ email, link }) => (link ? undefined : onItsWay(`Die Einladung an ${email}`))}
      onSaved={(invited, { name }) =>
        invited?.link ? setMade({ name, link: invited.link }) : onClose()
      }
      onClose={onClose}
    >
      <TextInput source="name" label="Name" autoFocus />
      <TextInput
        source="email"
        label="E-Mail-Adresse"
        type="email"
        hint="Dorthin geht der Link. Er gilt 72 Stunden."
      />
      <RoleChoice />
    </EditDialog>
  )
}
