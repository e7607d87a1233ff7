import type { Schemas } from './operations'

/** Something that wants attention, or did. */
export type Alert = Schemas['AlertOut']

export type AlertList = Schemas['AlertsOut']

/** Open alerts nobody has noted yet: what belongs on the start page. */
export const unnoted = (list: AlertList | undefined): Alert[] =>
  (list?.data ?? []).filter(({ noted, closed_at }) => !noted && closed_at === null)
