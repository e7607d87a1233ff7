import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { MailFrame } from '@/ui/mail/MailFrame'
import { kindWord } from '@/ui/mail/mail'
import { ViewSwitch } from '@/ui/mail/ViewSwitch'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { ScrollRegion } from '@/ui/page/ScrollRegion'

const PARTS = [
  ['html', 'Gestaltet'],
  ['text', 'Nur Text'],
] as const
const SCHEMES = [
  ['light', 'Hell'],
  ['dark', 'Dunkel'],
] as const
const WIDTHS = [
  ['390', 'Telefon'],
  ['700', 'Rechner'],
] as const
/** From here on some programs cut a mail. */
const CLIPPED_FROM = 102 * 1024

/** One kind: subject, and what its recipient reads, by day or night, on a phone or a desk. */
export function TemplatePreview({ kind }: { kind: string }) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const isNarrow = useMediaQuery('(max-width: 60rem)', { noSsr: true })
  const [chosen, setWidth] = useState<'390' | '700'>()
  const width = chosen ?? (isNarrow ? '390' : '700')
  const {
    data: mail,
    error,
    refetch,
  } = useStaffQuery('/api/staff/mail-templates/{kind}', { params: { path: { kind } } })
  return (
    <section className="sheet template" aria-labelledby="template" aria-busy={!mail}>
      <div className="head-row">
        <h2 id="template">{kindWord(kind)}</h2>
        <div className="buttons">
          <ViewSwitch label="Teil" views={PARTS} value={part} onValue={setPart} />
          {part === 'html' && (
            <>
              <ViewSwitch label="Farben" views={SCHEMES} value={scheme} onValue={setScheme} />
              <ViewSwitch label="Breite" views={WIDTHS} value={width} onValue={setWidth} />
            </>
          )}
        </div>
      </div>
      {error && !mail && <LoadProblem error={error} onRetry={refetch} />}
      {mail && (
        <>
          <p className="muted">
            Betreff: <b>{mail.subject}</b>. {sizeWords(mail.size)}
          </p>
          {part === 'html' ? (
            <ScrollRegion label={`Vorschau: ${kindWord(kind)}`}>
              <MailFrame
                className="mail-frame template-frame"
                title={`Vorlage: ${kindWord(kind)}`}
                html={mail.html}
                scheme={scheme}
                width={width}
              />
            </ScrollRegion>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
            <pre className="mail-plain" tabIndex={0}>
              {mail.text}
            </pre>
          )}
        </>
      )}
    </section>
  )
}

/** „42 kB; Gmail kürzt ab 102 kB.“ */
const sizeWords = (size: number): string =>
  `${formatNumber(Math.ceil(size / 1024))} kB; Gmail kürzt ab ${CLIPPED_FROM / 1024} kB.`
