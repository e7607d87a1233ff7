import Button from '@mui/material/Button'
import { type Ref, useRef, useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSession } from '@/session/session'
import type { Problems } from '@/ui/form/versions'
import { Icon } from '@/ui/page/Icon'
import { Section } from '@/ui/page/Section'
import { addressesIn } from '../../edit/addresses'
import { notAnAddress } from '../../edit/problems'
import { InputField } from '../InputField'
import type { PartProps } from '../part'

interface RecipientsFieldProps extends PartProps {
  /** The name of the report that everyone here has to be allowed to see. */
  report: string
}

/** For whom. What is no address stays in the field with a sentence; what is one becomes a chip. */
export function RecipientsField({ draft, problems, onDraft, report }: RecipientsFieldProps) {
  const { recipients, addressing } = draft
  const account = useSession()?.account
  const [told, setTold] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function type(text: string) {
    setTold(undefined)
    onDraft({ addressing: text })
  }
  function take(text: string) {
    const { found, rest } = addressesIn(text)
    setTold(rest ? notAnAddress(rest) : undefined)
    onDraft({ recipients: joined(recipients, found), addressing: rest })
  }
  function remove(address: string) {
    onDraft({ recipients: recipients.filter((one) => one !== address) })
    field.current?.focus()
  }

  return (
    <Section title="An wen">
      <div className="stacked">
        {recipients.length > 0 && <Recipients {...{ recipients, problems }} onRemove={remove} />}
        <AddressField
          ref={field}
          typed={addressing}
          hint={account?.role === 'admin' ? ANYBODY : STAFF}
          problem={told ?? refusedWords(problems, recipients) ?? problems.recipients}
          onTyped={type}
          onTake={take}
        />
        {account && !recipients.includes(account.email) && (
          <p className="flush">
            <button type="button" className="text-button" onClick={() => take(account.email)}>
              Mich hinzufügen ({account.email})
            </button>
          </p>
        )}
        <Colleagues
          report={report}
          typed={addressing}
          without={account ? [...recipients, account.email] : recipients}
          onTake={(address) => {
            setTold(undefined)
            onDraft({ recipients: joined(recipients, [address]), addressing: '' })
            field.current?.focus()
          }}
        />
      </div>
    </Section>
  )
}

const ANYBODY =
  'Mehrere mit Komma. Jede Adresse bekommt ihre eigene Mail. Für Adressen außerhalb des Teams stehen Sie ein, jeweils für ein Jahr.'
const STAFF =
  'Adressen von Konten im Team. Jede bekommt ihre eigene Mail. Adressen außerhalb trägt die Administration ein.'

interface AddressFieldProps {
  ref: Ref<HTMLInputElement>
  typed: string
  hint: string
  problem: string | undefined
  onTyped: (text: string) => void
  onTake: (text: string) => void
}

/**
 * Takes what was typed with Enter or a comma, what was pasted at once, and the rest with the form. Not
 * when it is left: what then appears would move the button away that the user is about to press.
 */
function AddressField({ ref, typed, hint, problem, onTyped, onTake }: AddressFieldProps) {
  return (
    <InputField label="E-Mail-Adresse" hint={hint} problem={problem}>
      {(ties) => (
        <span className="with-button">
          <input
            {...ties}
            ref={ref}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="choice wide"
            value={typed}
            onChange={({ target }) => onTyped(target.value)}
            onPaste={(event) => {
              event.preventDefault()
              onTake(`${typed} ${event.clipboardData.getData('text')}`)
            }}
            onKeyDown={(event) => {
              if (!['Enter', ',', ';'].includes(event.key)) return
              event.preventDefault()
              if (typed.trim()) onTake(typed)
            }}
          />
          <Button disabled={!typed.trim()} onClick={() => onTake(typed)}>
            Hinzufügen
          </Button>
        </span>
      )}
    </InputField>
  )
}

/** An address once, however it is written. */
function joined(present: readonly string[], added: readonly string[]): string[] {
  const all = [...present]
  for (const address of added)
    if (!all.some((one) => one.toLowerCase() === address.toLowerCase())) all.push(address)
  return all
}

interface RecipientsProps {
  recipients: readonly string[]
  problems: Problems
  onRemove: (address: string) => void
}

function Recipients({ recipients, problems, onRemove }: RecipientsProps) {
  return (
    <ul className="recipient-addresses" aria-label="Empfänger">
      {recipients.map((address) => (
        <li key={address} data-wrong={`recipients.${address}` in problems || undefined}>
          <span>{address}</span>
          <button
            type="button"
            className="remove"
            aria-label={`${address} entfernen`}
            onClick={() => onRemove(address)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Which address the server refused, and why. */
function refusedWords(problems: Problems, recipients: readonly string[]): string | undefined {
  const refused = recipients.find((address) => `recipients.${address}` in problems)
  return refused && `${refused}: ${problems[`recipients.${refused}`]}`
}

type Colleague = Schemas['RecipientOut']

interface ColleaguesProps {
  report: string
  /** What stands in the field of addresses: part of a name or of an address. */
  typed: string
  /** Addresses that need no suggestion. */
  without: readonly string[]
  onTake: (address: string) => void
}

const MOST = 5

/** Colleagues who may see the report, as buttons below the field; what is typed there narrows them down. */
function Colleagues({ report, typed, without, onTake }: ColleaguesProps) {
  const { data } = useStaffQuery('/api/staff/report-schedules/recipients', {
    params: { query: { report } },
    isEnabled: report !== '',
  })
  const found = suggested(data?.data ?? [], typed, without)
  if (found.length === 0) return null
  return (
    <ul className="suggestions" aria-label="Aus dem Team hinzufügen">
      {found.slice(0, MOST).map(({ name, email }) => (
        <li key={email}>
          <button type="button" className="text-button" onClick={() => onTake(email)}>
            {name} ({email})
          </button>
        </li>
      ))}
      {found.length > MOST && (
        <li className="muted">
          und {found.length - MOST} weitere, suchen Sie im Feld nach dem Namen
        </li>
      )}
    </ul>
  )
}

/** Those whose name or address holds what was typed, in the order of their names. */
function suggested(
  colleagues: readonly Colleague[],
  typed: string,
  without: readonly string[],
): Colleague[] {
  const wanted = typed.trim().toLowerCase()
  const present = new Set(without.map((address) => address.toLowerCase()))
  return colleagues.filter(
    ({ name, email }) =>
      !present.has(email.toLowerCase()) && `${name} ${email}`.toLowerCase().includes(wanted),
  )
}
