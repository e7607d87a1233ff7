import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BrandMark } from '@/components/Brand'
import { pageMeta } from '@/content/de/pageMeta'
import { sharePictureOf } from '@/content/de/sharePictures'
import { sharePictureWords } from '@/content/de/sharePictureWords'
import { type Path, paths } from '@/lib/paths'
import {
  ComparisonScene,
  LetterScene,
  MonthsScene,
  PathScene,
  TextScene,
  VillageScene,
} from './landScenes'
import { GapsScene, HomeScene, PilotScene, QuestionScene, ReservationScene } from './parkScenes'

const SCENES: readonly (readonly [Path, ComponentType])[] = [
  [paths.home, HomeScene],
  [paths.pilot, PilotScene],
  [paths.howItWorks, PathScene],
  [paths.about, VillageScene],
  [paths.calculator, MonthsScene],
  [paths.comparison, ComparisonScene],
  [paths.faqs, QuestionScene],
  [paths.whatIf, GapsScene],
  [paths.english, GapsScene],
  [paths.plain, PilotScene],
  [paths.reservation, ReservationScene],
  [paths.contact, LetterScene],
  [paths.terms, TextScene],
]

function Card({ page, Scene }: { page: Path; Scene: ComponentType }) {
  const words = sharePictureWords[page]
  if (!words) throw new Error(`no words for the picture of ${page}`)
  return (
    <div className="card">
      <svg viewBox="0 0 1200 630" aria-hidden="true">
        <Scene />
      </svg>
      <div className="words">
        <p className="brand">
          <BrandMark />
          voltigo
        </p>
        <h1>{words.headline.join('\n')}</h1>
        {words.condition && <p className="condition">{words.condition}</p>}
        <p className="page">{words.page ?? pageMeta(page).name}</p>
      </div>
    </div>
  )
}

/** Each picture as HTML, by its address on the site. */
export function cards(): Record<string, string> {
  return Object.fromEntries(
    SCENES.map(([page, Scene]) => [
      sharePictureOf(page).path,
      renderToStaticMarkup(<Card page={page} Scene={Scene} />),
    ]),
  )
}
