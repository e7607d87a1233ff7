import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { UTM_WORDS, type UtmField } from '@/lib/utm'
import { CAMPAIGN_FIELDS, type Campaign, type CampaignField, type CampaignForm } from '../campaign'
import { TargetSelect } from '../links/TargetSelect'

interface CampaignInputsProps {
  form: CampaignForm
  problems: Partial<Record<string, string>>
  /** What the server makes of the three values. */
  canonical: Partial<Record<UtmField, string>> | undefined
  onChange: (name: CampaignField, value: string) => void
}

const TRIPLE = ['utm_source', 'utm_medium', 'utm_campaign'] as const

export function CampaignInputs(props: CampaignInputsProps) {
  const { form, problems, canonical, onChange } = props
  const field = (name: CampaignField) => ({
    label: CAMPAIGN_FIELDS[name],
    value: form[name],
    problem: problems[name],
    onValue: (value: string) => onChange(name, value),
  })
  return (
    <>
      <Text {...field('name')} hint="So heißt sie in Listen und Berichten." longest={120} />
      <fieldset className="group">
        <legend>Daran werden Besuche erkannt</legend>
        {TRIPLE.map((name) => (
          <UtmInput
            key={name}
            name={name}
            {...field(name)}
            hint={canonicalHint(form[name], canonical?.[name]) ?? UTM_WORDS[name].hint}
          />
        ))}
      </fieldset>
      <TargetSelect
        value={form.landing_path}
        problem={problems.landing_path}
        onChange={(value) => onChange('landing_path', value)}
      />
      <div className="side-by-side">
        <Text {...field('starts_on')} type="date" />
        <Text {...field('ends_on')} type="date" />
        <Text {...field('budget_cents')} label="Budget in €" hint="Leer lassen: kein Budget." />
      </div>
      <Text {...field('note')} longest={1000} isLong />
    </>
  )
}

interface TextProps {
  label: string
  value: string
  problem: string | undefined
  onValue: (value: string) => void
  hint?: string
  type?: string
  longest?: number
  isLong?: boolean
  list?: string
}

function Text(props: TextProps) {
  const { label, value, problem, onValue, hint, type = 'text', longest, isLong, list } = props
  return (
    <TextField
      label={label}
      value={value}
      type={type}
      onChange={(event) => onValue(event.target.value)}
      error={problem !== undefined}
      helperText={problem ?? hint}
      multiline={isLong === true}
      slotProps={{
        htmlInput: { maxLength: longest, autoComplete: 'off', list },
        ...(type === 'date' && { inputLabel: { shrink: true } }),
      }}
    />
  )
}

/** One of the campaign fields, with the values that registered campaigns already use. */
export function UtmInput({ name, ...props }: TextProps & { name: UtmField }) {
  const list = useId()
  return (
    <div className="inputs">
      <Text {...props} longest={200} list={list} />
      <Suggestions id={list} name={name} />
    </div>
  )
}

function Suggestions({ id, name }: { id: string; name: UtmField }) {
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'all' } },
  })
  const values = (data?.data ?? []).map((campaign) => storedValue(campaign, name)).filter(Boolean)
  return (
    <datalist id={id}>
      {[...new Set(values)].sort().map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

function storedValue(campaign: Campaign, name: UtmField): string {
  if (name === 'utm_term' || name === 'utm_content') return ''
  return campaign[name]
}

/** „wird gespeichert als herbst-2026“, where that is not what was typed. */
export function canonicalHint(typed: string, canonical: string | undefined): string | null {
  if (!typed.trim() || !canonical || canonical === typed) return null
  return `Wird gespeichert als „${canonical}“.`
}
