import { Page } from '@/ui/page/Page'
import { Books } from './Books'
import { OpenItems } from './OpenItems'
import { Returns } from './Returns'
import { Runs } from './Runs'
import { Statements } from './Statements'
import { Unallocated } from './Unallocated'
import '@/ui/page/sheets.css'

/** What waits for a person, then what goes to the bank and comes from it, and what households owe. */
export function PaymentsPage() {
  return (
    <Page title="Zahlungen">
      <Returns />
      <Unallocated />
      <Runs />
      <Statements />
      <OpenItems />
      <Books />
    </Page>
  )
}
