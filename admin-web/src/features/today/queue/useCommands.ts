import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useWorkActions } from './useWorkActions'
import type { Line, Work } from './work'

/** How long `s` waits for a digit, in milliseconds. */
const ARMED_FOR = 5_000

/** What buttons and keys do with the focused line: `a`, `e`, `s` with a digit, `z`, Enter. */
export function useCommands(line: Line | undefined, work: Work | undefined) {
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
  useShortcut('z', () => actions.undo())
  return {
    ...actions,
    ...useEnding(line, actions),
    ...useLater(line, actions),
    assignButton,
    colleagues: (work?.colleagues ?? []).filter(({ id }) => id !== me?.id),
    isMine,
    isChoosing,
    assign,
    give: (person: Work['colleagues'][number] | null) => line && actions.assign(line, person),
    closeChoice: () => setChoosing(false),
  }
}

export type Commands = ReturnType<typeof useCommands>
type Actions = ReturnType<typeof useWorkActions>

/**
 * Enter goes to where the work is done, and never ends the line. `e` ends it; one that cannot be taken back is asked
 * about, and a decision has its own page.
 */
function useEnding(line: Line | undefined, actions: Actions) {
  const navigate = useNavigate()
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)

  function finish() {
    if (!line) return
    if (line.ending === 'page')
      notify('Diese Aufgabe endet, sobald sie auf ihrer Seite entschieden ist.')
    else if (line.is_final) setAsking(true)
    else actions.finish(line)
  }

  useShortcut('e', finish)
  return {
    finish,
    perform: () => line && navigate(line.path),
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
