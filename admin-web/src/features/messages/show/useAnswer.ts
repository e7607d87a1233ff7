import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorWords, fieldErrorsOf } from '@/api/problem'
import { useCall } from '@/api/useCall'
import type { ComposerState } from '../composer/useComposer'
import { filesOf, namedFiles } from '../files/attached'
import type { FilesState } from '../files/useFiles'
import type { Conversation } from '../message'

const ANSWERS = '/api/staff/conversations/{conversation_id}/answers'

/** Sending, taking back and hastening. What the server refused stays with the text. */
export function useAnswer(conversation: Conversation, state: ComposerState, files: FilesState) {
  const call = useCall()
  const { run, isRunning, error } = useStep()
  const of = { conversation_id: conversation.id }
  async function send() {
    const { subject, text, key, sendAt } = state.draft
    const written = { subject, text, key, send_at: sendAt || null, ...namedFiles(files.files) }
    const body = { version: conversation.version, ...written }
    return run(async () => {
      await call('post', ANSWERS, { params: { path: of }, body })
      // Before the answer is read on its way: the key that takes it back would else be typed into what has been sent.
      state.begin()
      files.begin()
    })
  }
  async function withdraw(id: number) {
    const params = { path: { ...of, message_id: id } }
    const taken = conversation.messages.find((one) => one.id === id)
    const isBack = await run(() => call('post', `${ANSWERS}/{message_id}/withdraw`, { params }))
    if (!isBack || !taken) return
    const subject = taken.subject.replace(` [${conversation.reference}]`, '')
    // What was typed meanwhile stays, below what comes back.
    const texts = [taken.reply_text, state.draft.text].filter((text) => text.trim())
    state.begin({ subject, text: texts.join('\n\n') })
    files.begin([...filesOf(taken), ...files.files])
  }
  function hasten(id: number) {
    const params = { path: { ...of, message_id: id } }
    return run(() => call('post', `${ANSWERS}/{message_id}/send-now`, { params }))
  }
  const faults = fieldErrorsOf(error)
  const isOfFields = Object.keys(faults).length > 0
  return { send, withdraw, hasten, isRunning, faults, problem: wordsOf(error, isOfFields) }
}

const wordsOf = (error: unknown, isOfFields: boolean): string | null =>
  error === null || isOfFields ? null : errorWords(error)

/** One step at a time; afterwards, and when a colleague was faster, the page reads what is there now. */
function useStep() {
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const renew = () =>
    Promise.all(
      ['conversations', 'today', 'work-lines', 'mails'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
  async function run(step: () => Promise<unknown>): Promise<boolean> {
    setRunning(true)
    setError(null)
    try {
      await step()
      await renew()
      return true
    } catch (failure) {
      // Refetched first, so that the refusal is shown with the current state.
      if (failure instanceof ApiError && failure.status === 409) await renew()
      setError(failure)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { run, isRunning, error }
}
