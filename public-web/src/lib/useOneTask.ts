import { useRef, useState } from 'react'

export interface OneTask {
  busy: boolean
  /**
   * Does the task unless one is under way.
   *
   * @param thrown what stands for the result if the task throws
   * @returns the result, or null if another task was under way
   */
  run: <Result>(task: () => Promise<Result>, thrown: Result) => Promise<Result | null>
}

/**
 * One task at a time. However it ends, its button is not left busy: a function that an old browser lacks, or a fault of
 * ours, must end in what is said of any other failure.
 */
export function useOneTask(): OneTask {
  const [busy, setBusy] = useState(false)
  // State arrives with the next render; a double click is faster than that.
  const running = useRef(false)

  async function run<Result>(task: () => Promise<Result>, thrown: Result): Promise<Result | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    try {
      return await task()
    } catch (error) {
      console.warn(error)
      return thrown
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, run }
}
