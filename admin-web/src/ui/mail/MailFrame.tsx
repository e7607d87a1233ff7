import { useLayoutEffect, useMemo, useRef } from 'react'
import { pageNonce } from './mail'
import { withStyleSheet } from './withStyleSheet'

interface MailFrameProps {
  html: string
  title: string
  className?: string
  scheme?: 'light' | 'dark'
  /** In CSS pixels, for the style sheet. */
  width?: string
}

/**
 * A mail in a frame of its own that runs nothing, follows no link and loads nothing. The only place of the
 * console where a text becomes markup: the page's policy (`trusted-types`) refuses it everywhere else.
 */
export function MailFrame({
  html,
  title,
  className = 'mail-frame',
  scheme,
  width,
}: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useMemo(() => withStyleSheet(html, pageNonce(), scheme), [html, scheme])
  // Not as an attribute of React's, which would make a text of it again.
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = trusted(shown)
  }, [shown])
  return <iframe ref={frame} className={className} title={title} sandbox="" data-width={width} />
}

interface Policy {
  createHTML(text: string): string
}

/** Trusted Types (W3C), which TypeScript's library does not know yet; it types what a policy makes as a text. */
const { trustedTypes } = globalThis as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

const policy = trustedTypes?.createPolicy('mail-frame', { createHTML: (text) => text })

const trusted = (text: string): string => policy?.createHTML(text) ?? text
