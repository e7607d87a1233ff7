import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { Page } from '@/ui/page/Page'
import { ReportNavigation } from '../frame/navigation/ReportNavigation'
import { ScheduleList } from '../schedules/list/ScheduleList'
import { NEW_PATH } from '../schedules/schedule'
import { LinkList } from './links/LinkList'
import { RunList } from './RunList'
import '../schedules/schedules.css'

/** What became of reports: those that arrive by themselves, those that were kept, and links to them. */
export function Collection() {
  return (
    <Page
      title="Festgehalten und regelmäßig"
      actions={
        <Button component={Link} to={NEW_PATH} variant="contained" color="secondary">
          Neuer regelmäßiger Bericht
        </Button>
      }
    >
      <ReportNavigation question="Welche Berichte kommen von selbst, und was galt zu einem Zeitpunkt?" />
      <ScheduleList />
      <RunList />
      <LinkList />
    </Page>
  )
}
