import { type RefObject, useEffect, useState } from 'react'

export type ScriptState = 'loading' | 'ready' | 'failed'

/**
 * Keeps a script element at the end of `place` for as long as the calling component is there.
 *
 * @param source null as long as it is not known whether the script is wanted
 * @param isModule our own scripts are modules; other providers' mostly are not
 */
export function useScript(
  source: string | TrustedScriptURL | null,
  place: RefObject<HTMLElement | null>,
  isModule: boolean,
): ScriptState {
  const [state, setState] = useState<ScriptState>('loading')

  useEffect(() => {
    if (source === null) return
    const script = document.createElement('script')
    // The library types the property as a text; browsers take what a policy made as well.
    script.src = source as string
    if (isModule) script.type = 'module'
    script.onload = () => setState('ready')
    script.onerror = () => setState('failed')
    place.current?.append(script)
    return () => {
      // A script that is still on its way must not report to a page that has been left.
      script.onload = script.onerror = null
      script.remove()
    }
  }, [source, place, isModule])

  return state
}
