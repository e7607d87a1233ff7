import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { TargetSelect } from '@/linkBuilder/TargetSelect'
import { type Campaign, type ShortLink, UTM_WORDS } from './campaign'

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
  const { run, isRunning, problem, fieldErrors, refusal } = useStaffChange('campaigns')
  const notify = useNotify()
  const errors = refusal?.code === 'slug_taken' ? { slug: problem ?? '' } : fieldErrors
  const field = (name: keyof NewLink) => ({
    value: form[name],
    error: name in errors,
    onChange: ({ target }: { target: { value: string } }) =>
      setForm({ ...form, [name]: target.value }),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const link = await run<ShortLink>('POST', `campaigns/${campaign.id}/links`, form)
    if (!link) return
    notify(`Der Kurzlink /l/${link.slug} ist angelegt.`, { type: 'success' })
    onCreated?.(link)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="kurzlink" fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="kurzlink">Kurzlink: {campaign.name}</DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            {...field('slug')}
            label="Wunsch nach /l/"
            helperText={errors.slug ?? 'Leer lassen: Wir wählen etwas Kurzes, gut Lesbares.'}
            autoFocus
            slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off', spellCheck: false } }}
          />
          <TargetSelect
            value={form.target_path}
            problem={errors.target_path}
            onChange={(target_path) => setForm({ ...form, target_path })}
          />
          <TextField
            {...field('utm_content')}
            label={UTM_WORDS.utm_content.label}
            helperText={errors.utm_content ?? 'Etwa plakat oder flyer, wenn es mehrere gibt.'}
          />
          <TextField
            {...field('utm_term')}
            label={UTM_WORDS.utm_term.label}
            helperText={errors.utm_term ?? UTM_WORDS.utm_term.hint}
          />
          {problem && Object.keys(errors).length === 0 && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Anlegen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const emptyLink = ({ landing_path }: Pick<Campaign, 'landing_path'>): NewLink => ({
  slug: '',
  target_path: landing_path || '/',
  utm_term: '',
  utm_content: '',
})
