import { figureNote } from '@/content/de/measures'
import publicMetrics from '@/content/de/metrics.gen.json'

/** Every figure on what households do, as the reports define it: folded, so that the page stays short. */
export function FigureCatalogue() {
  return publicMetrics.map(({ subject, metrics }) => (
    <details className="figures" key={subject}>
      <summary>
        {subject} <span className="quiet">({metrics.length})</span>
      </summary>
      <dl>
        {metrics.map(({ key, label, grain, meaning }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {meaning} <span className="small quiet">{figureNote(grain)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  ))
}
