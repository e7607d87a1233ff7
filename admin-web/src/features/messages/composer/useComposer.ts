import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useDraft } from '@/session/draft'
import { type Draft, leftIn, withTemplate } from './compose'

export type ComposerData = Schemas['ComposerOut']
export type FilledTemplate = Schemas['FilledTemplateOut']

const newKey = (): string => crypto.randomUUID()

/**
 * What is being written, and what stands in its way. It waits in the tab, beyond a reload and the end of
 * the session, until it is sent; `page` names the conversation or household it is for.
 */
export function useComposer(page: string, data: ComposerData) {
  const start = (): Draft => ({ subject: data.subject, text: '', key: newKey(), sendAt: '' })
  const { draft, keep, restart } = useDraft<Draft>(page, 'tab', start)
  const [template, setTemplate] = useState<number>()
  const isAnswer = data.version !== null
  return {
    draft,
    left: leftIn(draft.subject, draft.text),
    isEmpty: draft.text.trim() === '',
    template,
    change: (part: Partial<Draft>) => keep({ ...draft, ...part }),
    choose: (chosen: FilledTemplate) => {
      setTemplate(chosen.id)
      keep(withTemplate(draft, chosen, isAnswer))
    },
    /** After sending, or to write on what was taken back. */
    begin: (part: Partial<Draft> = {}) => {
      setTemplate(undefined)
      const next = { ...start(), ...part }
      if (part.text) keep(next)
      else restart(next)
    },
  }
}

export type ComposerState = ReturnType<typeof useComposer>
