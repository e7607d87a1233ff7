import { CloseIcon } from './icons'

export interface ToastMessage {
  title: string
  text: string
}

interface Props {
  message: ToastMessage | null
  closeLabel: string
  onClose: () => void
}

/**
 * A destructive message over the page. It stays until it is closed: nobody should have to read
 * against a clock. The live region is always there, as screen readers ignore one that arrives
 * together with its text.
 */
export function Toast({ message, closeLabel, onClose }: Props) {
  return (
    <div className="toasts" role="alert">
      {message && (
        <div className="toast">
          <p className="toast__title">{message.title}</p>
          <button type="button" className="toast__close" aria-label={closeLabel} onClick={onClose}>
            <CloseIcon />
          </button>
          <p>{message.text}</p>
        </div>
      )}
    </div>
  )
}
