import { useSession } from '@/session/session'
import { Page } from '@/ui/page/Page'
import { PasswordSection } from './PasswordSection'
import { ProfileSection } from './ProfileSection'
import { PasskeySection } from './passkeys/PasskeySection'
import { SecondFactorSection } from './SecondFactorSection'
import { SessionsSection } from './SessionsSection'

/** What everybody may change about their own account. */
export function OwnAccountPage() {
  const session = useSession()
  return (
    <Page title="Konto">
      {session && <ProfileSection key={session.account.email} account={session.account} />}
      <PasswordSection />
      <SecondFactorSection />
      <PasskeySection />
      {/* Last: its rows come later, and would move what is below them. */}
      <SessionsSection />
    </Page>
  )
}
