import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFormChange } from '@/api/useFormChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput, type TextInputProps } from '@/ui/form/TextInput'
import { KIND_WORDS } from './experiment'

const EMPTY = {
  kind: 'page',
  question: '',
  measure: 'form_starts',
  effect_percent: '30',
  slot: '',
  text: '',
  campaign_id: '',
  weeks: '',
}

/** A new draft. What it can find is computed once it is stored, and nothing begins by itself. */
export function ExperimentDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(EMPTY)
  const { run, isRunning, problem, errors } = useFormChange(['experiments'])
  const navigate = useNavigate()
  const isPage = form.kind === 'page'
  const field: Field = (name) => ({
    value: form[name],
    problem: errors[name],
    onValue: (value: string) => setForm({ ...form, [name]: value }),
  })

  async function submit() {
    const made = await run('post', '/api/staff/experiments', { body: bodyOf(form, isPage) })
    if (made) navigate(`/experiments/${made.id}`)
  }

  return (
    <FormDialog
      title="Versuch entwerfen"
      button="Entwurf speichern"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput {...field('question')} label="Was möchten Sie wissen?" autoFocus />
      <Select
        {...field('kind')}
        label="Was sich unterscheidet"
        options={Object.entries(KIND_WORDS)}
      />
      {isPage ? <PageFields field={field} /> : <WeekFields field={field} />}
      <TextInput
        {...field('effect_percent')}
        label="Ab welchem Unterschied lohnt es sich? (%)"
        type="number"
      />
    </FormDialog>
  )
}

type Field = (
  name: keyof typeof EMPTY,
) => Pick<TextInputProps, 'value' | 'onValue'> & { problem: string | undefined; value: string }

function PageFields({ field }: { field: Field }) {
  const { data } = useStaffQuery('/api/staff/experiments/choices')
  return (
    <>
      <Select
        {...field('slot')}
        label="Text der Website"
        options={[['', 'Bitte wählen'], ...(data?.slots ?? []).map(optionOf)]}
      />
      <TextInput
        {...field('text')}
        label="Was Variante B zeigt"
        hint="Variante A bleibt, wie die Seite heute ist."
        multiline
      />
      <Select
        {...field('measure')}
        label="Gemessen an"
        options={[
          ['form_starts', 'begonnenen Formularen je Besuch'],
          ['reservations', 'Reservierungen je Besuch'],
        ]}
      />
    </>
  )
}

function WeekFields({ field }: { field: Field }) {
  const { data: choices } = useStaffQuery('/api/staff/experiments/choices')
  const { data: campaigns } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100 } },
  })
  const named = (campaigns?.data ?? []).map(({ id, name }) => [String(id), name] as const)
  const lengths = (choices?.weeks ?? []).map((weeks) => [String(weeks), `${weeks} Wochen`] as const)
  return (
    <>
      <Select
        {...field('campaign_id')}
        label="Kampagne, die pausieren soll"
        options={[['', 'Bitte wählen'], ...named]}
      />
      <Select
        {...field('weeks')}
        label="Dauer"
        options={[['', 'so kurz wie möglich'], ...lengths]}
      />
    </>
  )
}

const optionOf = ({ key, label }: { key: string; label: string }) => [key, label] as const

function bodyOf(form: typeof EMPTY, isPage: boolean) {
  return {
    kind: isPage ? ('page' as const) : ('weeks' as const),
    question: form.question,
    measure:
      isPage && form.measure === 'form_starts'
        ? ('form_starts' as const)
        : ('reservations' as const),
    effect_percent: Number(form.effect_percent),
    slot: isPage ? form.slot : null,
    text: isPage ? form.text : null,
    campaign_id: isPage || form.campaign_id === '' ? null : Number(form.campaign_id),
    weeks: isPage || form.weeks === '' ? null : Number(form.weeks),
  }
}

type SelectProps = TextInputProps & {
  options: readonly (readonly [value: string, words: string])[]
}

const Select = ({ options, ...rest }: SelectProps) => (
  <TextInput
    {...rest}
    select
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    {options.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </TextInput>
)
