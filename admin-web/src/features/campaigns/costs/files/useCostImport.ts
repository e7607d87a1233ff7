import { useEffect, useState } from 'react'
import { firstWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { contentOf } from '@/ui/files/content'
import { type TableFile, useTableFile } from '@/ui/files/useTableFile'
import {
  type Arrival,
  type CheckedFile,
  type Choices,
  LARGEST_FILE,
  UNDECIDED,
  type Wish,
} from './costImport'

export interface ChosenFile {
  name: string
  text: string
  rows: number
  encoding: string
  /** Where it came in by itself. */
  arrivalId?: number
}

/**
 * A file on its way in: read by the server once, and checked again with every change of the mapping
 * and every choice. Nothing is stored by it.
 */
export function useCostImport() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [wish, setWish] = useState<Wish>({})
  const [choices, setChoices] = useState<Choices>(UNDECIDED)
  const [round, setRound] = useState(0)
  const reader = useTableFile()
  const call = useCall()
  const check = useCheck(file, wish, choices, round)

  async function read(
    of: Pick<ChosenFile, 'name' | 'arrivalId'>,
    reading: () => Promise<TableFile>,
  ) {
    forget()
    const found = await reader.read(reading)
    const first = found?.sheets[0]
    if (first) setFile({ ...of, encoding: found.encoding, text: first.text, rows: first.rows })
  }

  function forget() {
    reader.forget()
    setFile(null)
    setWish({})
    setChoices(UNDECIDED)
    check.forget()
  }

  const { isChecking } = check
  return {
    ...{ file, choices, isChecking, forget, decide: setChoices },
    map: (change: Wish) => setWish((before) => ({ ...before, ...change })),
    // What was wished for shows before the server has answered.
    checked: check.checked && { ...check.checked, mapping: { ...check.checked.mapping, ...wish } },
    isReading: reader.isReading,
    problem: reader.unreadable ?? check.problem,
    choose: (chosen: File) => read({ name: chosen.name }, () => readChosen(call, chosen)),
    open: (arrival: Arrival) =>
      read({ name: arrival.file_name, arrivalId: arrival.id }, () => readArrival(call, arrival)),
    renew: () => setRound((before) => before + 1),
  }
}

type Call = ReturnType<typeof useCall>

async function readChosen(call: Call, chosen: File): Promise<TableFile> {
  const content = await contentOf(chosen, LARGEST_FILE)
  return call('post', '/api/staff/costs/imports/read', { body: { content } })
}

const readArrival = (call: Call, { id }: Arrival): Promise<TableFile> =>
  call('get', '/api/staff/costs/arrivals/{arrival_id}', { params: { path: { arrival_id: id } } })

/** What the server says of the file. `checked` stays while the next check runs. */
function useCheck(file: ChosenFile | null, wish: Wish, choices: Choices, round: number) {
  const call = useCall()
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const atFocus = useFocusCount(file !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and return asks for a check as it stands
  useEffect(() => {
    if (!file) return
    let isLatest = true
    setChecking(true)
    setProblem(null)
    call('post', '/api/staff/costs/imports/check', { body: checkBody(file, wish, choices) })
      .then((answer) => isLatest && setChecked(answer))
      .catch((error: unknown) => isLatest && setProblem(firstWords(error)))
      .finally(() => isLatest && setChecking(false))
    return () => {
      isLatest = false
    }
  }, [call, file, wish, choices, round, atFocus])

  function forget() {
    setChecked(null)
    setProblem(null)
  }

  return { checked, isChecking, problem, forget }
}

/** How often the window came back to: a campaign may have been created in another one meanwhile. */
function useFocusCount(isCounting: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isCounting) return
    const add = () => setCount((before) => before + 1)
    window.addEventListener('focus', add)
    return () => window.removeEventListener('focus', add)
  }, [isCounting])
  return count
}

const checkBody = ({ name, text }: ChosenFile, mapping: Wish, choices: Choices) => ({
  file_name: name,
  text,
  ...choices,
  mapping,
})
