import { formatMoment } from '@/lib/format'

/** The server stopped answering while the page was looked at: what is seen may be over. */
export function StaleNotice({ error, at }: { error: unknown; at: number }) {
  if (!error) return null
  return (
    <p className="caution" role="alert">
      Der Server antwortet gerade nicht. Zu sehen ist der Stand von {formatMoment(new Date(at))}.
    </p>
  )
}
