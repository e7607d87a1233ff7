import type { Schemas } from '@/api/operations'
import type { Shape } from '@/lib/states'

export type Verdict = Schemas['Verdict']

export const VERDICTS: Record<Verdict, { label: string; shape: Shape; meaning: string }> = {
  valid: {
    label: 'Gültig',
    shape: 'full',
    meaning: 'Zählt. Die Rangliste ordnet zuerst nach Verträgen.',
  },
  unknown: {
    label: 'Unbekannt',
    shape: 'dashed',
    meaning: 'Diesen Code hat niemand. Vielleicht ein Tippfehler im Link.',
  },
  disabled: { label: 'Gesperrt', shape: 'diagonal', meaning: 'Der Code war nicht mehr gültig.' },
  self: {
    label: 'Selbst empfohlen',
    shape: 'crossedOnce',
    meaning: 'Der Haushalt kam mit seinem eigenen Code.',
  },
  loop: {
    label: 'Im Kreis',
    shape: 'barred',
    meaning: 'Wer hier empfohlen hat, kam selbst über diesen Haushalt.',
  },
}

/** The mark of a use that followed another one, or the recommender's own reservation, within minutes. */
export const SOON: { label: string; shape: Shape; meaning: string } = {
  label: 'Kurz nacheinander',
  shape: 'dashedDot',
  meaning:
    'Innerhalb von 10 Minuten reservierte noch jemand mit diesem Code oder der empfehlende Haushalt selbst. Das kann eine Familie sein, ein Messestand oder erfunden.',
}

/** The mark of a use that came over the line of the recommender's reservation, or of another use of the code. */
export const ONE_LINE: { label: string; shape: Shape; meaning: string } = {
  label: 'Gleicher Anschluss',
  shape: 'dashedDot',
  meaning:
    'Kam über denselben Internetanschluss wie der empfehlende Haushalt oder eine andere Reservierung mit diesem Code. Das kann eine Familie sein, ein Mobilfunknetz oder erfunden.',
}

export const VERDICT_CHOICES = Object.entries(VERDICTS).map(
  ([verdict, { label }]) => [verdict, label] as const,
)
