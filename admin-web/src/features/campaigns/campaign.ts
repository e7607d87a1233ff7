import type { Schemas } from '@/api/operations'
import { formatDay, formatMoney } from '@/lib/format'
import { germanCents, typedEuros } from '@/lib/germanNumber'
import { UTM_WORDS } from '@/lib/utm'
import type { EditKind, Problems } from '@/ui/form/versions'

/** A campaign as the staff API knows it. Money in cents, days as `YYYY-MM-DD`, moments in UTC. */
export type Campaign = Schemas['CampaignRowOut']

export type ShortLink = CampaignDocument['links'][number]

export type CampaignDocument = Schemas['CampaignOut']

/** What a campaign cost on one day: from an import, or entered by hand. */
export type Cost = Schemas['CostOut']

export const CAMPAIGN_FIELDS = {
  name: 'Name',
  utm_source: UTM_WORDS.utm_source.label,
  utm_medium: UTM_WORDS.utm_medium.label,
  utm_campaign: UTM_WORDS.utm_campaign.label,
  landing_path: 'Zielseite',
  starts_on: 'Beginn',
  ends_on: 'Ende',
  budget_cents: 'Budget',
  note: 'Notiz',
} as const satisfies Record<keyof CampaignValues, string>

export type CampaignField = keyof typeof CAMPAIGN_FIELDS
export type CampaignForm = Record<CampaignField, string>
/** The members of a campaign that staff can edit, as the server takes them. */
export type CampaignValues = Required<Schemas['CampaignIn']>

const REQUIRED = ['name', 'utm_source', 'utm_medium', 'utm_campaign'] as const

export const EMPTY: CampaignValues = {
  name: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  landing_path: '/',
  starts_on: null,
  ends_on: null,
  budget_cents: null,
  note: '',
}

/** A campaign as text for the form. */
export function campaignForm(campaign: CampaignValues): CampaignForm {
  const { name, utm_source, utm_medium, utm_campaign, landing_path, note } = campaign
  const { budget_cents, starts_on, ends_on } = campaign
  return {
    ...{ name, utm_source, utm_campaign },
    utm_medium: utm_medium ?? '',
    landing_path: landing_path ?? '',
    note: note ?? '',
    starts_on: starts_on ?? '',
    ends_on: ends_on ?? '',
    budget_cents: budget_cents === null ? '' : typedEuros(budget_cents),
  }
}

/** The form as the server takes it, or what is wrong with each field. */
export function readCampaignForm(form: CampaignForm): {
  values: CampaignValues
  problems: Problems
} {
  const problems: Record<string, string> = {}
  for (const name of REQUIRED)
    if (!form[name].trim()) problems[name] = 'Bitte füllen Sie dieses Feld aus.'
  if (form.starts_on && form.ends_on && form.ends_on < form.starts_on)
    problems.ends_on = 'Das Ende liegt vor dem Beginn.'
  const budget = form.budget_cents.trim() ? germanCents(form.budget_cents) : null
  if (form.budget_cents.trim() && budget === null)
    problems.budget_cents = 'Bitte geben Sie einen Betrag ein, etwa 1.500 oder 49,90.'
  return {
    values: {
      name: form.name.trim(),
      utm_source: form.utm_source.trim(),
      utm_medium: form.utm_medium.trim(),
      utm_campaign: form.utm_campaign.trim(),
      landing_path: form.landing_path.trim(),
      note: form.note.trim(),
      starts_on: form.starts_on || null,
      ends_on: form.ends_on || null,
      budget_cents: budget,
    },
    problems,
  }
}

/** How a campaign is edited, and a new one typed: from the values it begins with. */
export const CAMPAIGN: EditKind<CampaignValues, CampaignForm, CampaignValues> = {
  formOf: campaignForm,
  read: readCampaignForm,
  labels: CAMPAIGN_FIELDS,
  show: (name, values) => shownValue(values[name as CampaignField], name),
  what: 'diese Kampagne',
}

function shownValue(value: string | number | null, name: string): string {
  if (value === null || value === '') return 'leer'
  if (name === 'budget_cents') return formatMoney(Number(value))
  return name.endsWith('_on') ? formatDay(String(value)) : String(value)
}

/** „newsletter / email / herbst-2026“. */
export function triple(values: {
  utm_source: string
  utm_medium: string
  utm_campaign: string
}): string {
  const { utm_source, utm_medium, utm_campaign } = values
  return [utm_source, utm_medium, utm_campaign].map((value) => value || '–').join(' / ')
}

/** „01.05.2026 bis 31.05.2026“, „ab 01.05.2026“, „bis 31.05.2026“, „ohne Zeitraum“. */
export function periodWords({
  starts_on,
  ends_on,
}: Pick<Campaign, 'starts_on' | 'ends_on'>): string {
  if (starts_on && ends_on) return `${formatDay(starts_on)} bis ${formatDay(ends_on)}`
  if (starts_on) return `ab ${formatDay(starts_on)}`
  return ends_on ? `bis ${formatDay(ends_on)}` : 'ohne Zeitraum'
}

export const campaignPath = ({ id }: { id: number }): string => `/campaigns/${id}/show`
