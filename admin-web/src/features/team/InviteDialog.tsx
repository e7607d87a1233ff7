import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { onItsWay } from '@/session/mailWords'
import type { Role } from '@/session/session'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { LinkDialog } from './LinkDialog'
import { RoleChoice } from './RoleChoice'
import './team.css'

/** Invites a colleague by mail. The link is good for 72 hours and works once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('staff')
  const { run, isRunning, problem, errors } = useFormChange(['accounts'])
  const notify = useNotify()
  const [link, setLink] = useState<string>()

  async function submit() {
    const invited = await run('post', '/api/staff/accounts', {
      body: { name: name.trim(), email: email.trim(), role },
    })
    if (!invited) return
    if (invited.link) return setLink(invited.link)
    notify(onItsWay(`Die Einladung an ${invited.email}`), { type: 'success' })
    onClose()
  }

  if (link) return <LinkDialog name={name.trim()} link={link} onClose={onClose} />

  return (
    <FormDialog
      title="Person einladen"
      button="Einladen"
      isBlocked={isRunning || !name.trim() || !email.trim()}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        value={name}
        onValue={setName}
        problem={errors.name}
        autoFocus
        slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
      />
      <TextInput
        label="E-Mail-Adresse"
        type="email"
        value={email}
        onValue={setEmail}
        problem={errors.email}
        hint="Dorthin geht der Link. Er gilt 72 Stunden."
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  )
}
