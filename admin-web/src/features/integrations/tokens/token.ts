import type { Schemas } from '@/api/operations'
import type { Shape } from '@/lib/states'

export type MachineToken = Schemas['MachineTokenOut']
export type NewMachineToken = Schemas['NewMachineTokenOut']
/** A schedule whose reports a token may read. */
export type ScheduleName = Pick<Schemas['ScheduleOut'], 'id' | 'name'>

export const TOKEN_STATES: Record<MachineToken['state'], { label: string; shape: Shape }> = {
  valid: { label: 'Gilt', shape: 'done' },
  expired: { label: 'Abgelaufen', shape: 'dashedDot' },
  revoked: { label: 'Widerrufen', shape: 'crossed' },
}

/** Which reports a token reads, by name where the schedule is still there. */
export function scopeWords(token: MachineToken, schedules: readonly ScheduleName[]): string {
  if (!token.schedules) return 'alle regelmäßigen Berichte'
  const names = new Map(schedules.map(({ id, name }) => [id, name]))
  return token.schedules.map((id) => names.get(id) ?? `Plan ${id}`).join(', ')
}

/** A moment of the last day on which it still counts: it ends with that day. */
export const lastDay = (expiresAt: string): string =>
  new Date(Date.parse(expiresAt) - 1000).toISOString()

/** How a machine reads the newest result, to be copied. The token stays a placeholder. */
export function exampleCall(origin: string, schedule: number | null): string {
  const path = `${origin}/api/reports/${schedule ?? '<Plan>'}/runs/latest.parquet`
  return `curl -fsS -H "Authorization: Bearer $VOLTIGO_TOKEN" -o bericht.parquet "${path}"`
}
