import { Route, Routes } from 'react-router-dom'
import { HelpList } from './HelpList'
import { HelpTopic } from './HelpTopic'
import type { HelpGroup } from './topic'
import '@/ui/page/sheets.css'
import './help.css'

/** Help for the pages in these groups. What a role does not see is not explained to it either. */
export function HelpPages({ groups }: { groups: readonly HelpGroup[] }) {
  return (
    <Routes>
      <Route index element={<HelpList groups={groups} />} />
      <Route path=":name" element={<HelpTopic groups={groups} />} />
    </Routes>
  )
}
