import type { ReactNode } from 'react'
import { dashboardText, type PreviewTopic } from '@/content/de/dashboard'
import { sample } from './sample'

interface Props {
  onPreview: (topic: PreviewTopic) => void
}

/** The greeting; on small screens it stays at the top, with two buttons beside it. */
export function DashboardHead({ onPreview }: Props) {
  return (
    <div className="dash-head">
      <div className="wrap">
        <div>
          <h1>{dashboardText.greeting(sample.userName)}</h1>
          <p className="dash-head__status">{dashboardText.status}</p>
        </div>
        <div className="dash-head__buttons">
          <IconButton topic="messages" onPreview={onPreview}>
            <path d="M3 6h18v13H3zM3 7l9 7 9-7" />
          </IconButton>
          <IconButton topic="account" onPreview={onPreview}>
            <circle cx="12" cy="8" r="4" />
            <path d="M4 21c0-5 3.5-7 8-7s8 2 8 7" />
          </IconButton>
        </div>
      </div>
    </div>
  )
}

function IconButton({
  topic,
  onPreview,
  children,
}: Props & { topic: PreviewTopic; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={dashboardText.preview.topics[topic].title}
      aria-haspopup="dialog"
      onClick={() => onPreview(topic)}
    >
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        {children}
      </svg>
    </button>
  )
}
