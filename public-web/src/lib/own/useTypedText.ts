import { useEffect, useState } from 'react'

/**
 * The text of a field that the finished page has already: what was typed there before React took over stays, which React
 * leaves in the field but does not know of.
 */
export function useTypedText(id: string) {
  const [text, setText] = useState('')
  useEffect(() => setText(typedIn(id)), [id])
  return [text, setText] as const
}

export const typedIn = (id: string): string =>
  (document.getElementById(id) as HTMLInputElement | null)?.value ?? ''
