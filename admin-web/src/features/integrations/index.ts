import { createElement, lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'

const WebhookShow = lazy(async () => ({
  default: (await import('./webhooks/WebhookShow')).WebhookShow,
}))

export const webhooks: ResourceProps = {
  name: 'webhooks',
  list: lazy(async () => ({ default: (await import('./webhooks/WebhooksPage')).WebhooksPage })),
  children: createElement(Route, { path: ':id', element: createElement(WebhookShow) }),
}

export const tokens: ResourceProps = {
  name: 'tokens',
  list: lazy(async () => ({ default: (await import('./tokens/TokensPage')).TokensPage })),
}
