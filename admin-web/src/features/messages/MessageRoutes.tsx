import { Route, Routes } from 'react-router-dom'
import { NotFound } from '@/ui/page/NotFound'
import { NewMessagePage } from './composer/NewMessagePage'
import { MessageList } from './list/MessageList'
import { ConversationPage } from './show/ConversationPage'
import { TemplatesPage } from './templates/TemplatesPage'

export default function MessageRoutes() {
  return (
    <Routes>
      <Route index element={<MessageList />} />
      <Route path="templates" element={<TemplatesPage />} />
      <Route path="new/:reservation" element={<NewMessagePage />} />
      <Route path=":id" element={<ConversationPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
