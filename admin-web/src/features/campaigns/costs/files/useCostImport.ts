import { useEffect, useState } from 'react'
import { firstWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { readTableFile, refusalWords } from '@/ui/files/tableFile'
import {
  amountText,
  type CheckedFile,
  type Choices,
  LARGEST_FILE,
  type Mapping,
  UNDECIDED,
} from './costImport'

export interface ChosenFile {
  name: string
  text: string
  rows: number
  encoding: string
  /** Where it came in by itself. */
  arrivalId?: number
}

const READING = { largest: LARGEST_FILE, numberText: amountText }

/**
 * A file on its way in: read in the browser, checked by the server again with every change of the
 * mapping and every choice. Nothing is stored by it.
 */
export function useCostImport() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [choices, setChoices] = useState<Choices>(UNDECIDED)
  const [round, setRound] = useState(0)
  const check = useCheck(file, mapping, choices, round)
  const { setProblem } = check

  async function choose(chosen: File, arrivalId?: number) {
    forget()
    try {
      const { name, encoding, sheets } = await readTableFile(chosen, READING)
      const [first] = sheets
      const { text, rows } = first ?? {}
      if (text !== undefined && rows !== undefined)
        setFile({ name, encoding, text, rows, ...(arrivalId && { arrivalId }) })
    } catch (error) {
      setProblem(refusalWords(error))
    }
  }

  function forget() {
    setFile(null)
    setMapping(null)
    setChoices(UNDECIDED)
    check.forget()
  }

  const { checked, isChecking, problem } = check
  return {
    file,
    choices,
    checked,
    isChecking,
    problem,
    choose,
    forget,
    map: setMapping,
    decide: setChoices,
    renew: () => setRound((before) => before + 1),
  }
}

/** What the server says of the file. `checked` stays while the next check runs. */
function useCheck(
  file: ChosenFile | null,
  mapping: Mapping | null,
  choices: Choices,
  round: number,
) {
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
    call('post', '/api/staff/costs/imports/check', { body: checkBody(file, mapping, choices) })
      .then((answer) => isLatest && setChecked(answer))
      .catch((error: unknown) => isLatest && setProblem(firstWords(error)))
      .finally(() => isLatest && setChecking(false))
    return () => {
      isLatest = false
    }
  }, [call, file, mapping, choices, round, atFocus])

  function forget() {
    setChecked(null)
    setProblem(null)
  }

  return { checked, isChecking, problem, setProblem, forget }
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

const checkBody = ({ name, text }: ChosenFile, mapping: Mapping | null, choices: Choices) => ({
  file_name: name,
  text,
  ...choices,
  ...(mapping && { mapping }),
})
