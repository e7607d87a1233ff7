import { useSession } from '@/session/session'
import { FiguresPage } from './FiguresPage'
import type { Parts } from './queue/pane/QueuePane'
import { QueuePage } from './queue/QueuePage'
import '@/ui/page/sheets.css'
import './today.css'

/** The start page: the queue for clerks and administrators, figures alone for marketing. */
export function Dashboard({ parts }: { parts: Parts }) {
  const role = useSession()?.account.role
  return role === 'admin' || role === 'staff' ? <QueuePage parts={parts} /> : <FiguresPage />
}
