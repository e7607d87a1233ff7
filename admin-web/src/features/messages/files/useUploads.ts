import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '@/api/operations'
import { firstWords } from '@/api/problem'
import { base64Of } from '@/ui/files/content'
import type { PreviewOf } from '../composer/PreviewDialog'
import { boundWords } from './attached'
import { isStopped, sendAnswerFile } from './upload'

/** A file that is on its way to the server, or did not get there. */
export interface Upload {
  key: number
  name: string
  size: number
  /** How much of it has left, 0 to 1. */
  part: number
  problem: string | null
}

let latest = 0

/** Sends files to the server as soon as they are chosen; leaving the page stops what is on its way. */
export function useUploads(of: PreviewOf, onKept: (file: Schemas['AnswerFileOut']) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<number, () => void>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop()
    }
  }, [])
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send(key: number, file: File) {
    try {
      const body = { ...subjectOf(of), filename: file.name, content: await base64Of(file) }
      const sending = sendAnswerFile(body, (part) => change(key, { part }))
      stops.current.set(key, sending.stop)
      onKept(await sending.done)
      drop(key)
    } catch (error) {
      if (isStopped(error)) drop(key)
      else change(key, { problem: firstWords(error) })
    } finally {
      stops.current.delete(key)
    }
  }
  /** `before`: the sizes of the files that are there. */
  function add(chosen: readonly File[], before: readonly number[]) {
    const sizes = [...before, ...uploads.filter((one) => !one.problem).map((one) => one.size)]
    for (const file of chosen) {
      const problem = boundWords(file.size, sizes)
      const key = ++latest
      setUploads((all) => [...all, { key, name: file.name, size: file.size, part: 0, problem }])
      if (problem) continue
      sizes.push(file.size)
      void send(key, file)
    }
  }
  function forget({ key }: Upload) {
    stops.current.get(key)?.()
    drop(key)
  }
  return { uploads, add, forget, clear: () => setUploads([]) }
}

const subjectOf = ({ kind, id }: PreviewOf) =>
  kind === 'conversation'
    ? { conversation_id: id, reservation_id: null }
    : { conversation_id: null, reservation_id: id }
