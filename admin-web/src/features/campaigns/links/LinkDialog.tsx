import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { UTM_WORDS } from '@/lib/utm'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { Campaign, ShortLink } from '../campaign'
import { TargetSelect } from './TargetSelect'

export type NewLink = Pick<ShortLink, 'slug' | 'target_path' | 'utm_term' | 'utm_content'>

interface LinkDialogProps {
  campaign: Pick<Campaign, 'id' | 'name' | 'landing_path'>
  /** What has been typed elsewhere already. */
  start?: Partial<NewLink>
  onClose: () => void
  onCreated?: (link: ShortLink) => void
}

/** A short link of a campaign. Without a wish the server invents a short readable address. */
export function LinkDialog({ campaign, start, onClose, onCreated }: LinkDialogProps) {
  const [form, setForm] = useState<NewLink>({ ...emptyLink(campaign), ...start })
  const { run, isRunning, problem, errors } = useFormChange(['campaigns'], { slug_taken: 'slug' })
  const notify = useNotify()
  const field = (name: keyof NewLink) => ({
    value: form[name],
    problem: errors[name],
    onValue: (value: string) => setForm({ ...form, [name]: value }),
  })

  async function submit() {
    const link = await run('post', '/api/staff/campaigns/{campaign_id}/links', {
      params: { path: { campaign_id: campaign.id } },
      body: form,
    })
    if (!link) return
    notify(`Der Kurzlink /l/${link.slug} ist angelegt.`, { type: 'success' })
    onCreated?.(link)
    onClose()
  }

  return (
    <FormDialog
      title={`Kurzlink: ${campaign.name}`}
      button="Anlegen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        {...field('slug')}
        label="Wunsch nach /l/"
        hint="Leer lassen: Wir wählen etwas Kurzes, gut Lesbares."
        autoFocus
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off', spellCheck: false } }}
      />
      <TargetSelect
        value={form.target_path}
        problem={errors.target_path}
        onChange={(target_path) => setForm({ ...form, target_path })}
      />
      <TextInput
        {...field('utm_content')}
        label={UTM_WORDS.utm_content.label}
        hint="Etwa plakat oder flyer, wenn es mehrere gibt."
      />
      <TextInput
        {...field('utm_term')}
        label={UTM_WORDS.utm_term.label}
        hint={UTM_WORDS.utm_term.hint}
      />
    </FormDialog>
  )
}

const emptyLink = ({ landing_path }: Pick<Campaign, 'landing_path'>): NewLink => ({
  slug: '',
  target_path: landing_path || '/',
  utm_term: '',
  utm_content: '',
})
