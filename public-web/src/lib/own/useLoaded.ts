import { useState } from 'react'

/**
 * A part of a page that is fetched once the household needs it, which few do.
 *
 * @param fetchPart imports the part's module
 * @returns the module once it is there, whether the last attempt failed, and what fetches it: true if it came
 */
export function useLoaded<Part extends object>(fetchPart: () => Promise<Part>) {
  const [part, setPart] = useState<Part | null>(null)
  const [failed, setFailed] = useState(false)

  async function load(): Promise<boolean> {
    const loaded = await fetchPart().catch(() => null)
    setPart(loaded)
    setFailed(loaded === null)
    return loaded !== null
  }

  return { part, failed, load }
}
