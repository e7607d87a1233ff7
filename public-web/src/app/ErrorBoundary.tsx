import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage'

/** Catches what a page throws while rendering, so that header and footer stay usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}
