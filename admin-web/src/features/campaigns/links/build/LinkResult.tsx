import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Campaign, campaignPath, type ShortLink } from '@/features/campaigns/campaign'
import { CopyButton } from '@/ui/fields/CopyButton'
import { Section } from '@/ui/page/Section'
import { LinkDialog } from '../LinkDialog'
import type { BuiltAddress } from '../useAddress'
import type { Parts } from './parts'

interface LinkResultProps {
  parts: Parts
  built: BuiltAddress | undefined
  /** The registered campaign that visits by this link will belong to. */
  campaign: Campaign | undefined
  /** Whether the link stands for what is typed now. */
  isSettled: boolean
  onCreated: (link: ShortLink) => void
  onParts: (parts: Parts) => void
}

/** The finished link, what it will count for, and what can be done with it. */
export function LinkResult(props: LinkResultProps) {
  const { parts, built, campaign, isSettled, onCreated, onParts } = props
  const [isShortening, setShortening] = useState(false)
  const address = built?.address ?? ''
  return (
    <Section title="Ihr Link">
      <p className="finished-link" aria-busy={!isSettled}>
        <output>{address || 'Noch kein Link'}</output>
      </p>
      {built && <Suggestions parts={parts} hints={built.hints} onParts={onParts} />}
      <p className="buttons">
        {address && <CopyButton text={address} what="der Link" isProminent />}
        {campaign && <Button onClick={() => setShortening(true)}>Kurzlink daraus machen</Button>}
      </p>
      <Belongs parts={parts} campaignId={built?.campaign_id ?? null} campaign={campaign} />
      {built && <Hints hints={built.hints} />}
      {isShortening && campaign && (
        <LinkDialog
          campaign={campaign}
          start={{
            target_path: parts.path,
            utm_term: parts.utm_term,
            utm_content: parts.utm_content,
          }}
          onClose={() => setShortening(false)}
          onCreated={onCreated}
        />
      )}
    </Section>
  )
}

interface SuggestionsProps {
  parts: Parts
  hints: BuiltAddress['hints']
  onParts: (parts: Parts) => void
}

/** Values already in use that are probably meant: to be looked at before the link is copied. */
function Suggestions({ parts, hints, onParts }: SuggestionsProps) {
  return hints.map(({ field, message, suggestion }) =>
    suggestion === null ? null : (
      <p key={field} className="caution">
        {message}{' '}
        <Button size="small" onClick={() => onParts({ ...parts, [field]: suggestion })}>
          „{suggestion}“ übernehmen
        </Button>
      </p>
    ),
  )
}

interface BelongsProps {
  parts: Parts
  campaignId: number | null
  campaign: Campaign | undefined
}

function Belongs({ parts, campaignId, campaign }: BelongsProps) {
  const { utm_source, utm_medium, utm_campaign } = parts
  if (campaignId !== null)
    return (
      <p>
        Besuche zählen zur Kampagne{' '}
        <Link to={campaignPath({ id: campaignId })}>{campaign?.name ?? 'mit diesen Werten'}</Link>.
      </p>
    )
  if (!utm_source && !utm_medium && !utm_campaign)
    return <p className="muted">Ohne Werte zählen Besuche als direkt aufgerufen.</p>
  const query = new URLSearchParams({ utm_source, utm_medium, utm_campaign })
  return (
    <p className="caution">
      Zu diesen Werten gibt es noch keine Kampagne. Besuche würden gezählt, aber niemandem
      zugeordnet. <Link to={`/campaigns/create?${query}`}>Als Kampagne anlegen</Link>
    </p>
  )
}

/** Remarks that belong to no field of this page. */
function Hints({ hints }: { hints: BuiltAddress['hints'] }) {
  const general = hints.filter(
    ({ field }) => !field.startsWith('utm_') && field !== 'referral_code',
  )
  if (general.length === 0) return null
  return (
    <ul className="link-hints">
      {general.map(({ field, message }) => (
        <li key={field + message}>{message}</li>
      ))}
    </ul>
  )
}
