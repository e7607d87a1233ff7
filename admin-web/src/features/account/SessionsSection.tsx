import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { Loading } from '@/ui/page/Loading'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { Section } from './Section'

/** Where the person is signed in, and how to end that. */
export function SessionsSection() {
  const call = useCall()
  const { data, error } = useStaffQuery('/api/staff/sessions')
  const others = data?.data.some(({ is_current }) => !is_current) ?? false
  const end = useEnd()
  return (
    <Section title="Angemeldete Geräte">
      {error && <p role="alert">{errorWords(error)}</p>}
      {!data && !error && <Loading />}
      {data && (
        <SessionTable
          rows={data.data}
          onEnd={(id) =>
            end(() => call('delete', '/api/staff/sessions/{id}', { params: { path: { id } } }))
          }
        />
      )}
      {others && (
        <div className="tools spaced">
          <Button onClick={() => end(() => call('post', '/api/staff/sessions/revoke-others'))}>
            Alle anderen abmelden
          </Button>
        </div>
      )}
    </Section>
  )
}

function useEnd() {
  const notify = useNotify()
  const queries = useQueryClient()
  return async (revoke: () => Promise<unknown>) => {
    try {
      await revoke()
      notify('Abgemeldet.', { type: 'success' })
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
    }
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
}

function SessionTable({
  rows,
  onEnd,
}: {
  rows: Schemas['DeviceOut'][]
  onEnd: (id: number) => void
}) {
  return (
    <ScrollRegion label="Tabelle der Geräte">
      <table>
        <thead>
          <tr>
            <th scope="col">Gerät</th>
            <th scope="col">Angemeldet</th>
            <th scope="col">Zuletzt benutzt</th>
            <th scope="col">
              <span className="visually-hidden">Abmelden</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, device, created_at, last_seen_at, is_current }) => (
            <tr key={id}>
              <td>
                {device}
                {is_current && <small>dieses Gerät</small>}
              </td>
              <td>
                <MomentField at={created_at} isShort />
              </td>
              <td>
                <MomentField at={last_seen_at} isShort />
              </td>
              <td>
                {!is_current && (
                  <Button aria-label={`${device} abmelden`} onClick={() => onEnd(id)}>
                    Abmelden
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
