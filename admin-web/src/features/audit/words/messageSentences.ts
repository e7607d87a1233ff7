/** What is done with messages, told after the actor as in `sentences.ts`. */
export const MESSAGE_SENTENCES: Readonly<Record<string, string>> = {
  'conversation.answered': 'hat eine Antwort geschrieben.',
  'conversation.answer_withdrawn': 'hat eine Antwort zurückgezogen.',
  'conversation.answer_hastened': 'hat eine Antwort sofort hinausgehen lassen.',
  'conversation.closed': 'hat einen Schriftwechsel als erledigt vermerkt.',
  'conversation.reopened': 'hat einen Schriftwechsel wieder aufgenommen.',
  'answer_template.added': 'hat eine Antwortvorlage angelegt.',
  'answer_template.edited': 'hat eine Antwortvorlage geändert.',
  'answer_template.removed': 'hat eine Antwortvorlage gelöscht.',
  'conversation.received': 'hat eine Mail aus dem Postfach übernommen.',
  'conversation.assigned': 'hat eine Nachricht einem Haushalt zugeordnet.',
  'conversation.attachment_fetched': 'hat eine Datei einer Nachricht heruntergeladen.',
  'mailbox.refusal_fetched': 'hat eine unlesbare Mail heruntergeladen.',
  'mailbox.refusal_settled': 'hat eine unlesbare Mail als erledigt vermerkt.',
}
