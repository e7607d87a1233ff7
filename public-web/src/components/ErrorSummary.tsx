import { useEffect, useRef } from 'react'

export interface SummaryEntry {
  /** Id of the control the message is about; null if the form has none. */
  field: string | null
  message: string
}

interface Props {
  title: string
  entries: readonly SummaryEntry[]
  focusField?: string | null
  /** What names the attempt, where the list gets shorter as mistakes are mended. */
  attempt?: unknown
  /** Leads to a field, where that takes more than the focus. */
  onVisit?: (field: string) => void
}

const focusOn = (field: string) => document.getElementById(field)?.focus()

/**
 * What is wrong in a form, as a list of links to the fields. When it appears, and with every new
 * attempt, unless told otherwise a new list `entries`, the focus goes to it, or to the field named instead.
 */
export function ErrorSummary({
  title,
  entries,
  focusField = null,
  attempt = entries,
  onVisit = focusOn,
}: Props) {
  const box = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt takes the focus
  useEffect(() => {
    const target = (focusField && document.getElementById(focusField)) || box.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [attempt])

  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h3>{title}</h3>
      <ul>
        {entries.map(({ field, message }) => (
          <li key={message}>
            {field ? (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  onVisit(field)
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
