import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/features/campaigns/development'
import { MomentField } from '@/ui/fields/values'
import { RowButton } from '@/ui/list/RowButton'
import { Section } from '@/ui/page/Section'
import { PLATFORMS } from './costImport'

/** Every name that is remembered of a platform, with who explained it; one click forgets it. */
export function NameList() {
  const { data } = useStaffQuery('/api/staff/costs/names')
  const { run, isRunning, problem } = useStaffChange('costs')
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Gemerkte Namen">
      <details className="disclosure">
        <summary>{counted(data.data.length, 'Ein Name ist gemerkt', 'Namen sind gemerkt')}</summary>
        <ul className="row-list names">
          {data.data.map(({ id, name, platform, campaign_name, created_at, created_by_name }) => (
            <li key={id}>
              <span className="platform-name">
                {name}
                <small className="muted">
                  {campaign_name ?? 'wird immer ausgelassen'}; {PLATFORMS[platform]},{' '}
                  <MomentField at={created_at} isShort />
                  {created_by_name && `, ${created_by_name}`}
                </small>
              </span>
              <span className="buttons">
                <RowButton
                  label="Vergessen"
                  what={name}
                  isDisabled={isRunning}
                  onClick={() =>
                    void run('post', '/api/staff/costs/names/{name_id}/forget', {
                      params: { path: { name_id: id } },
                    })
                  }
                />
              </span>
            </li>
          ))}
        </ul>
        {problem && <p role="alert">{problem}</p>}
      </details>
    </Section>
  )
}
