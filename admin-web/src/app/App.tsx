import { useState } from 'react'
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { dataProvider } from '@/api/dataProvider'
import { OwnAccountPage } from '@/features/account'
import { ConfirmationDialog } from '@/features/account/signIn/ConfirmationDialog'
import { AlertsPage } from '@/features/alerts'
import { ApprovalsPage } from '@/features/approvals'
import { audit } from '@/features/audit'
import { campaigns } from '@/features/campaigns'
import { aliases } from '@/features/campaigns/aliases'
import { costImports } from '@/features/campaigns/costs/files'
import { LinkPage } from '@/features/campaigns/links/build'
import { notes } from '@/features/campaigns/notes'
import { AttributionPage } from '@/features/campaigns/siteCheck'
import { contracts } from '@/features/contracts'
import { DataProtectionPage } from '@/features/dataProtection'
import { declarations } from '@/features/declarations'
import { tokens, webhooks } from '@/features/integrations'
import { jobs } from '@/features/jobs'
import { mails } from '@/features/mails'
import { MailTemplatesPage } from '@/features/mailTemplates'
import { Messages } from '@/features/messages'
import { parks } from '@/features/parks'
import { PaymentsPage } from '@/features/payments'
import { referrals } from '@/features/referrals'
import { RefusedMailsPage } from '@/features/refusedMails'
import { Reports } from '@/features/reports'
import { reservations } from '@/features/reservations'
import { EnteredPage, StatePage } from '@/features/state'
import { accounts } from '@/features/team'
import { waitingList } from '@/features/waitingList'
import { i18nProvider } from '@/i18n/provider'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { Loading } from '@/ui/page/Loading'
import { NotFound } from '@/ui/page/NotFound'
import { authProvider } from './authProvider'
import { ErrorPage } from './ErrorBoundary'
import { Help } from './help/Help'
import { Layout } from './Layout'
import { forgetSignedOut, queryClient } from './queryClient'
import { Start } from './Start'
import { consoleStore } from './store'
import { Toasts } from './Toasts'

const store = consoleStore()

const pages = {
  accessDenied: AccessDenied,
  catchAll: NotFound,
  dashboard: Start,
  error: ErrorPage,
  layout: Layout,
  loading: Loading,
}

export function App() {
  // Once for each session, before any page reads: the gate takes the console away when one ends.
  useState(forgetSignedOut)
  return (
    <CoreAdminContext {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}>
      <CoreAdminUI {...pages} requireAuth disableTelemetry title="Voltigo Konsole">
        <Resource {...reservations} />
        <Resource {...contracts} />
        <Resource {...declarations} />
        <Resource {...waitingList} />
        <Resource {...parks} />
        <Resource {...mails} />
        <Resource {...audit} />
        <Resource {...accounts} />
        <Resource {...campaigns} />
        <Resource {...costImports} />
        <Resource {...aliases} />
        <Resource {...notes} />
        <Resource {...referrals} />
        <Resource {...jobs} />
        <Resource {...webhooks} />
        <Resource {...tokens} />
        <CustomRoutes>
          <Route path="/alerts" element={<AlertsPage />} />
          <Route path="/mail-templates" element={<MailTemplatesPage />} />
          <Route path="/messages/*" element={<Messages />} />
          <Route path="/operation-requests" element={<ApprovalsPage />} />
          <Route path="/payments" element={<PaymentsPage />} />
          <Route path="/refused-mails" element={<RefusedMailsPage />} />
          <Route path="/state" element={<StatePage />} />
          <Route path="/state/settings" element={<EnteredPage />} />
          <Route path="/help/*" element={<Help />} />
          <Route path="/account" element={<OwnAccountPage />} />
          <Route path="/links/build" element={<LinkPage />} />
          <Route path="/data-protection" element={<DataProtectionPage />} />
          <Route path="/site-check" element={<AttributionPage />} />
          <Route path="/reports/*" element={<Reports />} />
        </CustomRoutes>
      </CoreAdminUI>
      <ConfirmationDialog />
      <Toasts />
    </CoreAdminContext>
  )
}
