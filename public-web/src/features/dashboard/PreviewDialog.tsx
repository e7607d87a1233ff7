import { useEffect, useRef } from 'react'
import { Link } from '@/components/Link'
import { dashboardText, type PreviewTopic } from '@/content/de/dashboard'

interface Props {
  /** What the dialog is about; null while it is closed. */
  topic: PreviewTopic | null
  onClose: () => void
}

/**
 * Tells what a button is going to do that does nothing yet. The native dialog brings the focus in
 * and back, keeps it inside and closes on Escape.
 */
export function PreviewDialog({ topic, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { topics, note, close, contact, contactPath } = dashboardText.preview

  useEffect(() => {
    if (topic && !dialog.current?.open) dialog.current?.showModal()
  }, [topic])

  return (
    <dialog
      ref={dialog}
      className="dashboard__preview"
      aria-labelledby="vorschau"
      onClose={onClose}
    >
      {topic && (
        <>
          <h2 id="vorschau">{topics[topic].title}</h2>
          <p>
            <strong>{note}</strong>
          </p>
          <p>{topics[topic].text}</p>
          <div className="buttons">
            <button
              type="button"
              className="button button--line button--small"
              onClick={() => dialog.current?.close()}
            >
              {close}
            </button>
            <Link className="button button--line button--small" to={contactPath}>
              {contact}
            </Link>
          </div>
        </>
      )}
    </dialog>
  )
}
