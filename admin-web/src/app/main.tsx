import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { LoginPage } from '@/features/account/signIn/LoginPage'
import { SessionGate } from '@/features/account/signIn/SessionGate'
import { SetupPage } from '@/features/account/signIn/SetupPage'
import { LOGIN_PATH } from '@/session/session'
import { ColourScheme } from '@/theme/ColourScheme'
import { App } from './App'
import '@/theme/console.css'
import '@/theme/frame.css'

/** The server writes a fresh nonce into every page; styles made in the browser carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? ''
const styles = createCache({ key: 'v', nonce, prepend: true })
/** Signing in stands outside the console proper, which is mounted again for every session. */
const router = createBrowserRouter(
  [
    { path: LOGIN_PATH, element: <LoginPage /> },
    { path: '/set-up', element: <SetupPage /> },
    {
      path: '*',
      element: (
        <SessionGate>
          <App />
        </SessionGate>
      ),
    },
  ],
  { basename: '/admin' },
)
const root = document.getElementById('root')

if (root)
  createRoot(root).render(
    <CacheProvider value={styles}>
      <ColourScheme>
        <RouterProvider router={router} />
      </ColourScheme>
    </CacheProvider>,
  )
