import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { counted, formatMoney } from '@/lib/format'
import { RowButton } from '@/ui/list/RowButton'
import { type CheckedFile, type FileName, PLATFORMS } from '../costImport'

interface NamesChoiceProps {
  checked: CheckedFile
  /** After a name was remembered or forgotten: the file is checked again. */
  onChange: () => void
}

const IGNORE = 'ignore'
const FIRST = 8

/** What the platform calls its campaigns, and what that means here. Every answer is remembered. */
export function NamesChoice({ checked, onChange }: NamesChoiceProps) {
  const { names, platform } = checked
  const [isWhole, setWhole] = useState(false)
  const open = names.filter(({ state }) => state === 'unknown' || state === 'ambiguous')
  const known = names.filter(({ name_id }) => name_id !== null)
  const shown = isWhole ? open : open.slice(0, FIRST)
  if (names.length === 0) return null
  return (
    <div className="names">
      {open.length > 0 && (
        <>
          <p className="flush">
            <b>
              {counted(open.length, 'Ein Name ist uns neu.', 'Namen sind uns neu.')} Welche Kampagne
              ist das?
            </b>{' '}
            Ihre Antwort merken wir uns für {PLATFORMS[platform]}; die nächste Datei braucht sie
            nicht mehr.
          </p>
          <ul className="row-list">
            {shown.map((name) => (
              <OpenName key={name.name} {...{ name, checked, onChange }} />
            ))}
          </ul>
          {shown.length < open.length && (
            <RowButton
              label={`Alle ${open.length} Namen zeigen`}
              what="neue Namen"
              onClick={() => setWhole(true)}
            />
          )}
        </>
      )}
      {known.length > 0 && <KnownNames known={known} onChange={onChange} />}
    </div>
  )
}

interface OpenNameProps extends NamesChoiceProps {
  name: FileName
}

function OpenName({ name, checked, onChange }: OpenNameProps) {
  const id = useId()
  const { run, isRunning, problem } = useStaffChange('costs')
  const similar = checked.campaigns.filter((one) => name.similar.includes(one.id))
  const ordered = [...similar].sort(
    (one, other) => name.similar.indexOf(one.id) - name.similar.indexOf(other.id),
  )
  const others = checked.campaigns.filter((one) => !name.similar.includes(one.id))

  async function remember(chosen: string) {
    const campaign_id = chosen === IGNORE ? null : Number(chosen)
    const body = { platform: checked.platform, name: name.name, campaign_id }
    if (await run('post', '/api/staff/costs/names', { body })) onChange()
  }

  return (
    <li>
      <label htmlFor={id} className="platform-name">
        {name.name}
        <small className="muted">
          {counted(name.lines, 'eine Zeile', 'Zeilen')}
          {name.cents !== 0 && `, ${formatMoney(name.cents)}`}
          {name.state === 'ambiguous' && ', passt auf mehrere Kampagnen'}
        </small>
      </label>
      <span className="buttons">
        <TextField
          id={id}
          select
          size="small"
          value=""
          disabled={isRunning}
          onChange={({ target }) => void remember(target.value)}
          slotProps={{ select: { native: true } }}
        >
          <option value="" disabled>
            bitte wählen
          </option>
          {ordered.length > 0 && <Options label="Ähnlich" campaigns={ordered} />}
          {others.length > 0 && <Options label="Alle anderen" campaigns={others} />}
          <option value={IGNORE}>immer auslassen</option>
        </TextField>
        <Link to={createPath(name.name, checked.platform)} target="_blank">
          Neu anlegen
        </Link>
      </span>
      {problem && (
        <p role="alert" className="error-text flush">
          {problem}
        </p>
      )}
    </li>
  )
}

const Options = ({ label, campaigns }: { label: string; campaigns: CheckedFile['campaigns'] }) => (
  <optgroup label={label}>
    {campaigns.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </optgroup>
)

/** The form of a new campaign, begun with what the file says; under this name the file finds it. */
export function createPath(name: string, platform: CheckedFile['platform']): string {
  const source = platform === 'other' ? '' : platform
  const query = new URLSearchParams({
    name: name.slice(0, 120),
    utm_source: source,
    utm_medium: source && 'cpc',
    utm_campaign: name.slice(0, 120),
  })
  return `/campaigns/create?${query}`
}

interface KnownNamesProps {
  known: readonly FileName[]
  onChange: () => void
}

function KnownNames({ known, onChange }: KnownNamesProps) {
  const { run, isRunning, problem } = useStaffChange('costs')

  async function forget(name_id: number) {
    const params = { path: { name_id } }
    if (await run('post', '/api/staff/costs/names/{name_id}/forget', { params })) onChange()
  }

  return (
    <details className="disclosure">
      <summary>
        {counted(known.length, 'Ein gemerkter Name', 'gemerkte Namen')} in dieser Datei
      </summary>
      <ul className="row-list">
        {known.map(({ name, name_id, campaign_name }) => (
          <li key={name}>
            <span className="platform-name">
              {name}
              <small className="muted">{campaign_name ?? 'wird immer ausgelassen'}</small>
            </span>
            <span className="buttons">
              <RowButton
                label="Vergessen"
                what={name}
                isDisabled={isRunning}
                onClick={() => name_id !== null && void forget(name_id)}
              />
            </span>
          </li>
        ))}
      </ul>
      {problem && <p role="alert">{problem}</p>}
    </details>
  )
}
