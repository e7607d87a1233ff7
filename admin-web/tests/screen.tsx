import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { CoreAdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { dataProvider } from '@/api/dataProvider'
import { authProvider } from '@/app/authProvider'
import { i18nProvider } from '@/i18n/provider'
import type { Role, Session } from '@/session/session'
import { ColourScheme } from '@/theme/ColourScheme'

export function sessionOf(role: Role, stage: Session['stage'] = 'full'): Session {
  return {
    stage,
    account: { id: 1, name: 'Miriam Falk', email: 'miriam@voltigo.example', role },
    confirmed_until: null,
    has_passkey: false,
    has_code: true,
    mails_leave: true,
    expires_at: '2026-11-23T20:00:00Z',
  }
}

/** Where the router stands, for tests to read. */
function Address() {
  const { pathname, search, hash } = useLocation()
  return <output data-testid="address">{pathname + search + hash}</output>
}

/** Renders pages as the console does, at an address. */
export function renderAt(
  address: string | { pathname: string; state: unknown },
  pages: Record<string, ReactNode>,
) {
  const routes = Object.entries({ '*': null, ...pages }).map(([path, element]) => ({
    path,
    element: (
      <CoreAdminContext
        {...{ authProvider, dataProvider, i18nProvider }}
        store={memoryStore()}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        {element}
        <Address />
      </CoreAdminContext>
    ),
  }))
  return render(
    <ColourScheme>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </ColourScheme>,
  )
}
