import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '@/api/useCall'
import { useStaffChange } from '@/api/useStaffChange'
import { stateLabel } from '@/lib/states'
import { Masked } from '@/ui/fields/Masked'
import { Pair } from '@/ui/fields/Pair'
import { StateCell } from '@/ui/fields/StateMark'
import { type Conversation, type Household, matchWords, reasonWords } from '../message'
import { NewFacts } from './NewFacts'

/** Whose conversation it is, or may be, and below it what helps to answer. */
export function ConversationSide({
  conversation,
  children,
}: {
  conversation: Conversation
  children: ReactNode
}) {
  const { household } = conversation
  return (
    <aside className="conversation-side" aria-label="Haushalt und Vorlagen">
      {household && <HouseholdFacts household={household} conversation={conversation} />}
      {household && <NewFacts household={household} facts={conversation.new_facts} />}
      <Suggestions conversation={conversation} />
      <Sender key={conversation.id} conversation={conversation} />
      {children}
    </aside>
  )
}

/** Who wrote, as far as the message or the contact form says. */
function Sender({ conversation: { id, correspondent_email, contact } }: SenderProps) {
  if (!correspondent_email && !contact) return null
  return (
    <section aria-labelledby="sender-title">
      <h2 id="sender-title">{contact ? 'Aus dem Kontaktformular' : 'Absender'}</h2>
      <dl className="side-facts">
        {contact && <Pair label="Thema">{contact.topic_name}</Pair>}
        {correspondent_email && (
          <Pair label="E-Mail">
            <Hidden id={id} field="email" masked={correspondent_email} />
          </Pair>
        )}
        {contact?.phone && (
          <Pair label="Telefon">
            <Hidden id={id} field="phone" masked={contact.phone} />
          </Pair>
        )}
        {contact?.reservation_reference && (
          <Pair label="Referenz">{contact.reservation_reference}</Pair>
        )}
      </dl>
    </section>
  )
}

interface SenderProps {
  conversation: Conversation
}

function Hidden({ id, field, masked }: { id: number; field: 'email' | 'phone'; masked: string }) {
  const [value, setValue] = useState<string>()
  const call = useCall()
  const reveal = useMutation({
    mutationFn: () =>
      call('post', '/api/staff/conversations/{conversation_id}/reveal', {
        params: { path: { conversation_id: id } },
        body: { field },
      }),
    onSuccess: (answer) => setValue(answer.value),
  })
  const isPhone = field === 'phone'
  return (
    <Masked
      what={isPhone ? 'Telefonnummer' : 'E-Mail-Adresse'}
      scheme={isPhone ? 'tel' : 'mailto'}
      {...{ masked, value, reveal }}
    />
  )
}

function HouseholdFacts({
  household,
  conversation,
}: {
  household: Household
  conversation: Conversation
}) {
  const { isRunning, problem, assign } = useAssign(conversation)
  return (
    <section aria-labelledby="household-title">
      <h2 id="household-title">{household.name}</h2>
      <dl className="side-facts">
        <Pair label="Platz">
          {household.spot_number}, Solarpark {household.park_name}
        </Pair>
        <Pair label="Stand">
          <span className="standing">
            <StateCell state={household.state} />
            {stateLabel(household.state)}
          </span>
        </Pair>
        <Pair label="Referenz">
          <Link to={`/reservations/${household.reservation_id}/show`}>{household.reference}</Link>
        </Pair>
        <Pair label="Zuordnung">
          {conversation.is_other_address
            ? 'andere Adresse als hinterlegt'
            : matchWords(conversation)}
        </Pair>
      </dl>
      {problem && <p role="alert">{problem}</p>}
      <p className="buttons">
        {conversation.is_other_address && (
          <Button
            variant="outlined"
            disabled={isRunning}
            onClick={() => assign(household.reservation_id)}
          >
            Gehört hierher
          </Button>
        )}
        <Button disabled={isRunning} onClick={() => assign(null)}>
          Gehört nicht hierher
        </Button>
      </p>
    </section>
  )
}

/** Households that may have written, each with the reason; one press assigns. */
function Suggestions({ conversation }: { conversation: Conversation }) {
  const { isRunning, problem, assign, setAside } = useAssign(conversation)
  const { suggestions, household } = conversation
  if (household && suggestions.length === 0) return null
  if (conversation.belongs_to_none) return <Nobodys conversation={conversation} />
  return (
    <section aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{household ? 'Vielleicht auch' : 'Wer hat geschrieben?'}</h2>
      {suggestions.length === 0 && (
        <p className="muted">
          Kein Haushalt passt. Sie können trotzdem antworten; fragen Sie nach der Referenz.
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      <ul className="suggestions">
        {suggestions.map((one) => (
          <li key={one.reservation_id}>
            <span>
              <Link to={`/reservations/${one.reservation_id}/show`}>{one.name}</Link>, Platz{' '}
              {one.spot_number}
              <small>{reasonWords(one.because)}</small>
            </span>
            <Button
              variant="outlined"
              size="small"
              disabled={isRunning}
              onClick={() => assign(one.reservation_id)}
            >
              Zuordnen<span className="visually-hidden">: {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!household && (
        <Button disabled={isRunning} onClick={setAside}>
          Gehört zu niemandem
        </Button>
      )}
    </section>
  )
}

/** Of a supplier or a newspaper, for example: no household is looked for any more. */
function Nobodys({ conversation }: { conversation: Conversation }) {
  const { isRunning, problem, assign } = useAssign(conversation)
  return (
    <section aria-labelledby="nobodys-title">
      <h2 id="nobodys-title">Gehört zu niemandem</h2>
      <p className="muted">Zu dieser Nachricht gehört kein Haushalt.</p>
      {problem && <p role="alert">{problem}</p>}
      <Button variant="outlined" disabled={isRunning} onClick={() => assign(null)}>
        Doch einen Haushalt suchen
      </Button>
    </section>
  )
}

function useAssign(conversation: Conversation) {
  const { run, isRunning, problem } = useStaffChange('conversations', 'reservations', 'today')
  const say = (reservation: number | null, belongsToNone: boolean) =>
    run('post', '/api/staff/conversations/{conversation_id}/assign', {
      params: { path: { conversation_id: conversation.id } },
      body: {
        version: conversation.version,
        reservation_id: reservation,
        belongs_to_none: belongsToNone,
      },
    })
  return {
    isRunning,
    problem,
    assign: (reservation: number | null) => say(reservation, false),
    setAside: () => say(null, true),
  }
}
