import { useEffect, useState } from 'react'
import { firstWords } from '@/api/problem'
import { useStaffApi } from '@/dataProvider/useStaffApi'
import { formatNumber } from '@/lib/format'
import { type CheckedFile, decoded, LARGEST_FILE, type Mapping } from './costImport'

export interface ChosenFile {
  name: string
  text: string
  encoding: string
}

/**
 * A file on its way in: read in the browser, checked by the server again with every change of the
 * mapping. Nothing is stored by it. `checked` stays while the next check runs.
 */
export function useCostImport() {
  const { call } = useStaffApi()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!file) return
    let isLatest = true
    setChecking(true)
    setProblem(null)
    call<CheckedFile>('POST', 'costs/imports/check', checkBody(file, mapping))
      .then((answer) => isLatest && setChecked(answer))
      .catch((error: unknown) => isLatest && setProblem(firstWords(error)))
      .finally(() => isLatest && setChecking(false))
    return () => {
      isLatest = false
    }
  }, [call, file, mapping])

  async function choose(chosen: File) {
    forget()
    if (chosen.size > LARGEST_FILE) return setProblem(TOO_LARGE)
    const { text, encoding } = decoded(await chosen.arrayBuffer())
    if (!text.trim()) return setProblem('Die Datei ist leer.')
    setFile({ name: chosen.name, text, encoding })
  }

  function forget() {
    setFile(null)
    setMapping(null)
    setChecked(null)
    setProblem(null)
  }

  return { file, checked, isChecking, problem, choose, forget, map: setMapping }
}

const checkBody = ({ name, text }: ChosenFile, mapping: Mapping | null) => ({
  file_name: name,
  text,
  ...(mapping && { mapping }),
})

const TOO_LARGE = `Die Datei ist größer als ${formatNumber(LARGEST_FILE / 1024 / 1024)} MB. Bitte teilen Sie sie auf.`
