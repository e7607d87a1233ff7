import type { Shape } from './states'

/**
 * Where a run stands, of a job or of a report that arrives: word and drawing. Each drawing is of
 * its own form, so that nothing rests on colour.
 */
export const RUN_STATES = {
  queued: { label: 'Wartet', shape: 'outline' },
  running: { label: 'Läuft', shape: 'half' },
  done: { label: 'Erledigt', shape: 'done' },
  generated: { label: 'Erstellt', shape: 'notch' },
  delivered: { label: 'Zugestellt', shape: 'done' },
  delivery_failed: { label: 'Nicht zugestellt', shape: 'failedHalf' },
  failed: { label: 'Fehlgeschlagen', shape: 'failed' },
  lost: { label: 'Abgebrochen', shape: 'crossed' },
  paused: { label: 'Angehalten', shape: 'paused' },
  missed: { label: 'Ausgeblieben', shape: 'missed' },
} as const satisfies Record<string, { label: string; shape: Shape }>

export type RunState = keyof typeof RUN_STATES

export const isRunState = (state: string): state is RunState => state in RUN_STATES
