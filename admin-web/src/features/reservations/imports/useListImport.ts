import { useCallback, useEffect, useState } from 'react'
import { firstWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useDraft } from '@/session/draft'
import { contentOf } from '@/ui/files/content'
import { type TableFile, useTableFile } from '@/ui/files/useTableFile'
import { LARGEST_FILE, type ListMapping, type Plan } from './listImport'

/** For the check: where the consents are is asked for before anything is entered. */
const ASSUMED = 'wird noch angegeben'

/** A file as it was read, with its name. */
export type NamedFile = TableFile & { name: string }

/** What the clerk decided about a list. */
export interface Choices {
  sheet: number
  /** Empty: the first that is offered. */
  park: string
  mapping: ListMapping | null
  /** Lines of known households that are entered nevertheless. */
  nevertheless: number[]
  /** Where the consents are kept. */
  statement: string
  isTold: boolean
}

const UNDECIDED: Choices = {
  sheet: 0,
  park: '',
  mapping: null,
  nevertheless: [],
  statement: '',
  isTold: true,
}

/** What is sent of a list, for the check, the import and the file of refused rows alike. */
export interface SentList {
  file_name: string
  text: string
  nevertheless: number[]
  park?: string
  mapping?: ListMapping
}

/**
 * A list on its way in: read by the server once, and planned again with every change of the mapping
 * and every choice. Nothing is stored by it. In memory it outlives a session that ends.
 * `firstPark`: where nothing is chosen; the server's own default until it is known.
 */
export function useListImport(firstPark: string | undefined) {
  const kept = useDraft<NamedFile | null>('reservations/imports/file', 'memory', () => null)
  const chosen = useDraft<Choices>('reservations/imports', 'memory', () => UNDECIDED)
  const reader = useTableFile()
  const call = useCall()
  const { draft: file } = kept
  const { draft: choices } = chosen
  const sheet = file?.sheets[choices.sheet]
  const park = choices.park || firstPark
  const planning = usePlan(file?.name, sheet?.text, { ...choices, park })

  function forget() {
    kept.restart(null)
    chosen.restart(UNDECIDED)
    reader.forget()
    planning.setPlan(null)
  }

  async function choose(from: File) {
    forget()
    // Of what was decided for another file only the park holds for this one.
    chosen.keep({ ...UNDECIDED, park: choices.park })
    const found = await reader.read(async () => {
      const content = await contentOf(from, LARGEST_FILE)
      return call('post', '/api/staff/reservations/imports/read', { body: { content } })
    })
    if (found) kept.keep({ ...found, name: from.name })
  }

  const decide = (change: Partial<Choices>) => chosen.keep({ ...choices, ...change })
  return {
    ...{ file, sheet, choices, park, decide, choose, forget },
    isReading: reader.isReading,
    plan: file ? planning.plan : null,
    setPlan: planning.setPlan,
    check: planning.check,
    isChecking: planning.isChecking,
    problem: reader.unreadable ?? planning.problem,
    sent: sentOf(file?.name, sheet?.text, { ...choices, park }, planning.plan?.mapping ?? null),
  }
}

/** What was decided, with the park that counts. */
type Decided = Omit<Choices, 'park'> & { park: string | undefined }

/** A new line in the list of those that are entered nevertheless, or one less. */
export function withLine(lines: readonly number[], line: number, isEntered: boolean): number[] {
  const others = lines.filter((other) => other !== line)
  return isEntered ? [...others, line] : others
}

function sentOf(
  name: string | undefined,
  text: string | undefined,
  choices: Decided,
  planned: ListMapping | null,
): SentList | null {
  if (name === undefined || text === undefined) return null
  const mapping = choices.mapping ?? planned
  const { nevertheless, park } = choices
  const list = { file_name: name, text, nevertheless, ...(park && { park }) }
  return mapping ? { ...list, mapping } : list
}

/** The server's plan. It stays while the next one is made. */
function usePlan(name: string | undefined, text: string | undefined, choices: Decided) {
  const call = useCall()
  const [plan, setPlan] = useState<Plan | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { mapping, nevertheless, park } = choices

  const check = useCallback(async () => {
    if (name === undefined || text === undefined) return null
    const list = {
      ...{ file_name: name, text, nevertheless, statement: ASSUMED },
      ...(park && { park }),
    }
    const body = mapping ? { ...list, mapping } : list
    return call('post', '/api/staff/reservations/imports/check', { body })
  }, [call, name, text, mapping, nevertheless, park])

  useEffect(() => {
    let isLatest = true
    setProblem(null)
    setChecking(true)
    check()
      .then((found) => isLatest && found && setPlan(found))
      .catch((error: unknown) => isLatest && setProblem(firstWords(error)))
      .finally(() => isLatest && setChecking(false))
    return () => {
      isLatest = false
    }
  }, [check])

  return { plan, setPlan, isChecking, problem, check }
}
