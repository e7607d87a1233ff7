import type { ReactNode } from 'react'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { benefitsText } from '@/content/de/home'
import { typeset } from '@/lib/typeset'
import { MaintenanceScene, MovingScene, ResaleScene, SupplierScene } from './parcelScenes'

/** What changes and what does not, each on its parcel of land. */
export function Benefits() {
  const { title, moving, supplier, operation, resale, range } = benefitsText
  return (
    <section className="fields wrap">
      <h2>{title}</h2>
      <div className="fields__grid">
        <Parcel kind="weizen" {...moving} scene={<MovingScene />} />
        <Parcel kind="klee" {...supplier} scene={<SupplierScene />} />
        <Parcel kind="wiese" {...operation} scene={<MaintenanceScene />} />
        <Parcel kind="acker" {...resale} scene={<ResaleScene />} />
        <article className="parcel parcel--figure">
          <p className="figure">{range.figure}</p>
          <h3>{range.title}</h3>
          <Source label={figureText.whereFrom}>{typeset(range.source)}</Source>
        </article>
      </div>
    </section>
  )
}

interface ParcelProps {
  kind: string
  title: string
  text: string
  scene: ReactNode
}

function Parcel({ kind, title, text, scene }: ParcelProps) {
  return (
    <article className={`parcel parcel--${kind}`}>
      {scene}
      <details>
        <summary>
          <h3>{title}</h3>
        </summary>
        <p>{typeset(text)}</p>
      </details>
    </article>
  )
}
