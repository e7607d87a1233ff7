import { SHAPES } from '@/fields/states'
import { MAIL_STATES, type MailState } from './mail'

/** Where a mail stands, as a cell and its word. */
export function MailStateMark({ state }: { state: MailState }) {
  const { label, shape } = MAIL_STATES[state]
  return (
    <span className="stand">
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" data-form={shape}>
        {SHAPES[shape].map(([className, path]) => (
          <path key={path} className={className} d={path} />
        ))}
      </svg>
      {label}
    </span>
  )
}
