import { useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { useShortcut } from '@/ui/keys/useShortcut'
import { reach } from './pane/LineContact'
import { useWorkActions } from './useWorkActions'
import type { Line, Work } from './work'

/** How long `s` waits for a digit, in milliseconds. */
const ARMED_FOR = 5_000

interface CommandsOptions {
  /** The focused line, as long as it is there. */
  line: Line | undefined
  work: Work | undefined
  /** Whether a message is being answered: its own keys then come first. */
  isAnswering: boolean
  onAnswer: () => void
}

/** What buttons and keys do with the focused line: Enter, `a`, `e`, `s` with a digit, `m`, `z`. */
export function useCommands({ line, work, isAnswering, onAnswer }: CommandsOptions) {
  const actions = useWorkActions()
  const me = useSession()?.account
  const assignButton = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const isMine = line?.assignee != null && line.assignee.id === me?.id

  function assign() {
    if (!line || !me) return
    if (isMine) setChoosing(true)
    else actions.assign(line, { id: me.id, name: me.name })
  }

  useShortcut('a', assign)
  useShortcut(isAnswering ? '' : 'z', () => actions.undo())
  const ending = useEnding(line, actions)
  return {
    ...actions,
    ...ending,
    ...useLater(line, actions),
    ...useWork(line, { isAnswering, onAnswer, onEnd: ending.finish }),
    assignButton,
    colleagues: (work?.colleagues ?? []).filter(({ id }) => id !== me?.id),
    isMine,
    isChoosing,
    isAnswering,
    assign,
    give: (person: Work['colleagues'][number] | null) => line && actions.assign(line, person),
    closeChoice: () => setChoosing(false),
  }
}

export type Commands = ReturnType<typeof useCommands>
type Actions = ReturnType<typeof useWorkActions>

interface WorkOptions extends Pick<CommandsOptions, 'isAnswering' | 'onAnswer'> {
  onEnd: () => void
}

/** Enter does the work of the line: write, call, note the refund, or go to where it is decided. It never ends it. */
function useWork(line: Line | undefined, { isAnswering, onAnswer, onEnd }: WorkOptions) {
  const navigate = useNavigate()
  const contact = useRef<HTMLParagraphElement>(null)

  function perform() {
    if (line?.act === 'answer') onAnswer()
    else if (line?.act === 'call') reach(contact.current)
    else if (line?.act === 'refund') onEnd()
    else if (line) navigate(line.path)
  }

  useShortcut(line?.kind === 'conversation' && !isAnswering ? 'm' : '', onAnswer)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || isElsewhere()) return
      event.preventDefault()
      perform()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return { contact, perform, answer: onAnswer }
}

/** Enter belongs to a focused link, button or dialog; only on a row or nowhere it is the line's. */
function isElsewhere(): boolean {
  const focused = document.activeElement
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true
  if (focused?.closest('.queue-row')) return false
  return focused?.closest('a, button, input, select, textarea, summary') != null
}

/**
 * `e` ends the line; one that cannot be taken back, or asks what was given back, is asked about, and a decision has its
 * own page.
 */
function useEnding(line: Line | undefined, actions: Actions) {
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)

  function finish() {
    if (!line) return
    if (line.ending === 'page')
      notify('Diese Aufgabe endet, sobald sie auf ihrer Seite entschieden ist.')
    else if (line.is_final || line.act === 'refund') setAsking(true)
    else actions.finish(line)
  }

  useShortcut('e', finish)
  return {
    finish,
    isAsking,
    confirm: async () => {
      if (line && (await actions.finish(line))) setAsking(false)
    },
    closeQuestion: () => setAsking(false),
  }
}

/** `s` and then a digit put the line off. What its term forbids is sent too: the refusal says until when it runs. */
function useLater(line: Line | undefined, actions: Actions) {
  const [armedAt, setArmedAt] = useState(0)

  function choose(index: number) {
    const choice = line?.snooze_choices[index]
    if (!line || !choice || armedAt === 0) return
    setArmedAt(0)
    if (Date.now() - armedAt < ARMED_FOR) actions.snooze(line, choice.day)
  }

  useShortcut('s', () => line && setArmedAt(Date.now()))
  useShortcut('1', () => choose(0))
  useShortcut('2', () => choose(1))
  useShortcut('3', () => choose(2))
  return {
    isArmed: armedAt > 0,
    later: (day: string | null) => line && actions.snooze(line, day),
  }
}
