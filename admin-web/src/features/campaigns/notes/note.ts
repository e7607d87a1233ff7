export interface NoteForm {
  day: string
  text: string
  /** The campaign's number as text; empty: all charts. */
  campaign: string
}

export function readNote({ day, text, campaign }: NoteForm) {
  const problems: Partial<Record<keyof NoteForm, string>> = {}
  if (!day) problems.day = 'Bitte wählen Sie einen Tag.'
  if (!text.trim()) problems.text = 'Bitte schreiben Sie, was an diesem Tag war.'
  const campaign_id = campaign ? Number(campaign) : null
  return { values: { day, text: text.trim(), campaign_id }, problems }
}
