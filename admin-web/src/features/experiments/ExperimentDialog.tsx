import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFormChange } from '@/api/useFormChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput, type TextInputProps } from '@/ui/form/TextInput'
import { bodyOf, type DraftForm, EMPTY, formOf, withKind } from './draftForm'
import { type Experiment, KIND_WORDS, type Kind, MEASURES } from './experiment'

/** A draft, new or changed. What it can find is computed once it is stored, and nothing begins by itself. */
export function ExperimentDialog({ draft, onClose }: { draft?: Experiment; onClose: () => void }) {
  const [form, setForm] = useState(draft ? formOf(draft) : EMPTY)
  const { run, isRunning, problem, errors } = useFormChange(['experiments'])
  const navigate = useNavigate()
  const field: Field = (name) => ({
    value: form[name],
    problem: errors[name],
    onValue: (value: string) =>
      setForm(name === 'kind' ? withKind(form, value as Kind) : { ...form, [name]: value }),
  })

  async function submit() {
    const body = bodyOf(form)
    if (!draft) {
      const made = await run('post', '/api/staff/experiments', { body })
      if (made) navigate(`/experiments/${made.id}`)
      return
    }
    const params = { path: { experiment_id: draft.id } }
    const sent = { params, body: { ...body, version: draft.version } }
    if (await run('put', '/api/staff/experiments/{experiment_id}', sent)) onClose()
  }

  return (
    <FormDialog
      title={draft ? 'Entwurf ändern' : 'Versuch entwerfen'}
      button="Entwurf speichern"
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput {...field('question')} label="Was möchten Sie wissen?" autoFocus />
      <Select
        {...field('kind')}
        label="Was sich unterscheidet"
        options={Object.entries(KIND_WORDS)}
      />
      {form.kind === 'page' ? (
        <PageFields field={field} />
      ) : (
        <CampaignFields field={field} kind={form.kind} />
      )}
      <Select {...field('measure')} label="Gemessen an" options={MEASURES[form.kind]} />
      <TextInput
        {...field('effect_percent')}
        label="Ab welchem Unterschied lohnt es sich? (%)"
        type="number"
      />
    </FormDialog>
  )
}

type Field = (
  name: keyof DraftForm,
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
    </>
  )
}

function CampaignFields({ field, kind }: { field: Field; kind: 'weeks' | 'regions' }) {
  const { data: choices } = useStaffQuery('/api/staff/experiments/choices')
  const { data: campaigns } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100 } },
  })
  const named = (campaigns?.data ?? []).map(({ id, name }) => [String(id), name] as const)
  const lengths = (kind === 'weeks' ? choices?.weeks : choices?.region_weeks) ?? []
  return (
    <>
      <Select
        {...field('campaign_id')}
        label={kind === 'weeks' ? 'Kampagne, die pausieren soll' : 'Kampagne, um die es geht'}
        options={[['', 'Bitte wählen'], ...named]}
      />
      <Select
        {...field('weeks')}
        label="Dauer"
        options={[
          ['', 'so kurz wie möglich'],
          ...lengths.map((weeks) => [String(weeks), `${weeks} Wochen`] as const),
        ]}
      />
    </>
  )
}

const optionOf = ({ key, label }: { key: string; label: string }) => [key, label] as const

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
