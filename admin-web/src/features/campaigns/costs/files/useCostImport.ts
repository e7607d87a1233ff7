import { useEffect, useState } from 'react'
import { firstWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatNumber } from '@/lib/format'
import { type CheckedFile, type Choices, LARGEST_FILE, type Mapping, UNDECIDED } from './costImport'
import { type DecodedText, decoded } from './decoded'
import { isOldSpreadsheet, isSpreadsheet, spreadsheetText } from './spreadsheet'

export interface ChosenFile extends DecodedText {
  name: string
}

/**
 * A file on its way in: read in the browser, checked by the server again with every change of the
 * mapping and every choice. Nothing is stored by it.
 */
export function useCostImport() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [choices, setChoices] = useState<Choices>(UNDECIDED)
  const check = useCheck(file, mapping, choices)
  const { setProblem } = check

  async function choose(chosen: File) {
    forget()
    if (chosen.size > LARGEST_FILE) return setProblem(TOO_LARGE)
    if (isOldSpreadsheet(chosen.name)) return setProblem(OLD_SPREADSHEET)
    try {
      const read = await textOf(chosen)
      if (!read.text.trim()) return setProblem('Die Datei ist leer.')
      setFile({ name: chosen.name, ...read })
    } catch {
      setProblem(NO_SPREADSHEET)
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
  }
}

/** What the server says of the file. `checked` stays while the next check runs. */
function useCheck(file: ChosenFile | null, mapping: Mapping | null, choices: Choices) {
  const call = useCall()
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

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
  }, [call, file, mapping, choices])

  function forget() {
    setChecked(null)
    setProblem(null)
  }

  return { checked, isChecking, problem, setProblem, forget }
}

const textOf = async (chosen: File): Promise<DecodedText> =>
  isSpreadsheet(chosen.name) ? spreadsheetText(chosen) : decoded(await chosen.arrayBuffer())

const checkBody = ({ name, text }: ChosenFile, mapping: Mapping | null, choices: Choices) => ({
  file_name: name,
  text,
  ...choices,
  ...(mapping && { mapping }),
})

const TOO_LARGE = `Die Datei ist größer als ${formatNumber(LARGEST_FILE / 1024 / 1024)} MB. Bitte teilen Sie sie auf.`
const OLD_SPREADSHEET =
  'Das ist eine Datei aus einem alten Excel (.xls). Bitte speichern Sie sie als .xlsx oder als CSV.'
const NO_SPREADSHEET =
  'Diese Excel-Datei lässt sich nicht lesen. Bitte speichern Sie sie neu, als .xlsx oder als CSV.'
