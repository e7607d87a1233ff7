import { type Experiment, type ExperimentRow, type Kind, MEASURES } from './experiment'

/** What the fields of a draft hold, as typed. */
export interface DraftForm {
  kind: Kind
  question: string
  measure: string
  effect_percent: string
  slot: string
  text: string
  campaign_id: string
  weeks: string
}

export const EMPTY: DraftForm = {
  kind: 'page',
  question: '',
  measure: 'form_starts',
  effect_percent: '30',
  slot: '',
  text: '',
  campaign_id: '',
  weeks: '',
}

/** A stored draft in the fields. */
export const formOf = (draft: Experiment): DraftForm => ({
  kind: draft.kind,
  question: draft.question,
  measure: draft.measure,
  effect_percent: String(draft.effect_percent),
  slot: draft.slot ?? '',
  text: draft.text ?? '',
  campaign_id: draft.campaign_id === null ? '' : String(draft.campaign_id),
  weeks: draft.weeks === null ? '' : String(draft.weeks),
})

/** Another kind keeps what it can. */
export const withKind = (form: DraftForm, kind: Kind): DraftForm => ({
  ...form,
  kind,
  measure: measureOf({ ...form, kind }),
  weeks: '',
})

/** The chosen measure, or the usual one where the kind does not know it. */
function measureOf({ kind, measure }: DraftForm): ExperimentRow['measure'] {
  const found = MEASURES[kind].find(([known]) => known === measure)
  return found ? found[0] : kind === 'page' ? 'form_starts' : 'reservations'
}

/** What is sent: of each kind only what it has. */
export function bodyOf(form: DraftForm) {
  const isPage = form.kind === 'page'
  return {
    kind: form.kind,
    question: form.question,
    measure: measureOf(form),
    effect_percent: Number(form.effect_percent),
    slot: isPage ? form.slot : null,
    text: isPage ? form.text : null,
    campaign_id: isPage || form.campaign_id === '' ? null : Number(form.campaign_id),
    weeks: isPage || form.weeks === '' ? null : Number(form.weeks),
  }
}
