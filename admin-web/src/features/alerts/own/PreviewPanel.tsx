import { errorWords } from '@/api/problem'
import { formatDay } from '@/lib/format'
import type { Figure } from './ownAlert'
import { PreviewPicture } from './PreviewPicture'
import type { usePreview } from './usePreview'

interface PreviewPanelProps {
  preview: ReturnType<typeof usePreview>
  figure: Figure
  threshold: number | null
  /** What is typed cannot be read yet. */
  isIncomplete: boolean
}

/** What the alert would have done in the last year: shown before it is saved. */
export function PreviewPanel({ preview, figure, threshold, isIncomplete }: PreviewPanelProps) {
  const { data, error, isWaiting } = preview
  return (
    <section className="alert-preview" aria-label="Probe am letzten Jahr" aria-busy={isWaiting}>
      <h4>Probe am letzten Jahr</h4>
      {isIncomplete && (
        <p className="muted">Sobald die Angaben vollständig sind, steht sie hier.</p>
      )}
      {!isIncomplete && error && <p role="alert">{errorWords(error)}</p>}
      {!isIncomplete && !error && !data && <p className="muted">Wird gerechnet …</p>}
      {!isIncomplete && !error && data && (
        <div data-waiting={isWaiting}>
          <p className="lead" role="status">
            {data.words}
          </p>
          <PreviewPicture preview={data} threshold={threshold} unit={figure.unit} />
          <Legend
            hasBand={data.days.some(({ high, low }) => high !== null || low !== null)}
            hasLimit={threshold !== null}
          />
          <p>{data.now_words}</p>
          {data.advice && <p className="caution">{data.advice}</p>}
          {data.openings.length > 0 && (
            <details className="disclosure">
              <summary>Alle {data.openings.length} ansehen</summary>
              <ol className="alert-openings">
                {[...data.openings].reverse().map(({ first, last, words }) => (
                  <li key={first}>
                    <b>{formatDay(first)}</b> {words}
                    <small>{last ? `vorbei am ${formatDay(last)}` : 'bis heute offen'}</small>
                  </li>
                ))}
              </ol>
            </details>
          )}
          <p className="muted tiny">
            {data.over} Gerechnet mit den Zahlen von heute
            {figure.ripens && ', nur über Tage, die alt genug sind'}.
          </p>
        </div>
      )}
    </section>
  )
}

function Legend({ hasBand, hasLimit }: { hasBand: boolean; hasLimit: boolean }) {
  return (
    <p className="alert-legend tiny muted">
      <span data-part="value">Wert</span>
      {hasBand && <span data-part="band">Üblich an so einem Tag</span>}
      {hasLimit && <span data-part="limit">Grenze</span>}
      <span data-part="open">Hinweis offen</span>
    </p>
  )
}
