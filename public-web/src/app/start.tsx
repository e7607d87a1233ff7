import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { Settings } from '@/lib/settings'
import { App } from './App'
import { allowTranslation } from './translation'

/** Takes over the prerendered page; the development server has none, so there it renders. */
export function start(settings: Settings): void {
  const container = document.getElementById('root')
  if (!container) return
  allowTranslation()
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App settings={settings} />
      </BrowserRouter>
    </StrictMode>
  )
  if (container.firstElementChild) hydrateRoot(container, app)
  else createRoot(container).render(app)
}
