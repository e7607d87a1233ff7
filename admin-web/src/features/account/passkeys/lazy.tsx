import { lazy, Suspense } from 'react'
import { useSession } from '@/session/session'
import { isSupported } from './support'

const SignIn = lazy(async () => ({ default: (await import('./PasskeySignIn')).PasskeySignIn }))
const Own = lazy(async () => ({ default: (await import('./PasskeyButton')).PasskeyButton }))

/** The sign-in page's own way with a passkey. Its code comes after the page. */
export const PasskeySignIn = () => (
  <Suspense>
    <SignIn />
  </Suspense>
)

/** A passkey in place of what is asked for, where the account has one and the browser knows them. */
export function OwnPasskey(props: Parameters<typeof Own>[0]) {
  const session = useSession()
  if (!session?.has_passkey || !isSupported()) return null
  return (
    <Suspense>
      <Own {...props} />
    </Suspense>
  )
}
