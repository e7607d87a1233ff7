import Button from '@mui/material/Button'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { LeaveWarning } from '@/ui/form/LeaveWarning'
import {
  type CampaignForm,
  type CampaignValues,
  campaignPath,
  isSameForm,
  readCampaignForm,
} from '../campaign'
import { useAddress } from '../links/useAddress'
import { CampaignInputs } from './CampaignInputs'

interface CampaignEditorProps {
  /** What the form began with: leaving it as it is loses nothing. */
  saved: CampaignForm
  form: CampaignForm
  onForm: (form: CampaignForm) => void
  /** The campaign being edited, which may have its own values. */
  ownId?: number
  isSaving: boolean
  isDone: boolean
  isBlocked?: boolean
  refused: Record<string, string>
  problem: string | null
  button: string
  back: string
  onSubmit: (values: CampaignValues) => void
  /** Above the buttons, such as both versions of a conflict. */
  children?: ReactNode
}

/** The form of a campaign with the link that follows from it. Nothing typed is lost by a refusal. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { form, onForm, isSaving, refused, problem } = props
  const [isChecked, setChecked] = useState(false)
  const { values, problems } = readCampaignForm(form)
  const { built } = useAddress(
    {
      path: form.landing_path,
      utm_source: form.utm_source,
      utm_medium: form.utm_medium,
      utm_campaign: form.utm_campaign,
    },
    Boolean(form.utm_source || form.utm_medium || form.utm_campaign),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0) props.onSubmit(values)
  }

  return (
    <form className="sheet input-stack" onSubmit={submit} noValidate>
      <LeaveWarning isUnsaved={!props.isDone && !isSameForm(form, props.saved)} words={LEAVING} />
      <CampaignInputs
        form={form}
        problems={isChecked ? { ...refused, ...problems } : refused}
        canonical={built?.canonical}
        onChange={(name, value) => onForm({ ...form, [name]: value })}
      />
      <Same id={built?.campaign_id ?? null} ownId={props.ownId} />
      {props.children}
      {problem && (
        <p className="error-text" role="alert">
          {problem} Ihre Eingaben sind noch da.
        </p>
      )}
      <p className="buttons">
        <Button type="submit" variant="contained" disabled={isSaving || props.isBlocked === true}>
          {isSaving ? 'Wird gespeichert' : props.button}
        </Button>
        <Button component={Link} to={props.back}>
          Abbrechen
        </Button>
      </p>
    </form>
  )
}

/** Two campaigns cannot have the same three values: a visit would belong to both. */
function Same({ id, ownId }: { id: number | null; ownId: number | undefined }) {
  if (id === null || id === ownId) return null
  return (
    <p className="caution" role="status">
      Eine Kampagne mit genau diesen drei Werten gibt es schon.{' '}
      <Link to={campaignPath({ id })}>Zu dieser Kampagne</Link>
    </p>
  )
}

const LEAVING =
  'Wenn Sie weitergehen, sind Ihre Eingaben verloren. An der Kampagne ändert sich nichts, solange Sie nicht speichern.'
