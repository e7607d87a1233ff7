import type { ReactNode } from 'react'
import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import { RichText } from '@/components/RichText'
import { introText, stepsText } from '@/content/de/howItWorks'
import { cellsPath, type Grid } from '@/lib/cells'
import { typeset } from '@/lib/typeset'
import { Strip } from './Strip'

const SCENES: readonly (() => ReactNode)[] = [Household, Share, Months]

/** The three steps, on three neighbouring parcels along one track. */
export function Steps() {
  return (
    <section className="how">
      <div className="wrap how__head">
        <h1>{introText.title}</h1>
        <p className="lead">{typeset(introText.lead)}</p>
      </div>
      <div className="wrap">
        <h2 className="visually-hidden">{stepsText.title}</h2>
        <ol className="three">
          {stepsText.steps.map((step, index) => {
            const Scene = SCENES[index] ?? Household
            return (
              <li key={step.title}>
                <Scene />
                <h3>{step.title}</h3>
                <p>{typeset(step.text)}</p>
                {'list' in step && (
                  <ul>
                    {step.list.map((entry) => (
                      <li key={entry}>
                        <RichText text={entry} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

const SIZE = { width: 400, height: 240 } as const
const TRACK = 'M0 196H400'

function Household() {
  return (
    <Strip crop="weizen" {...SIZE} track={`${TRACK}M214 196V120`}>
      <House transform="translate(66 58)" width={62} side={22} />
      <House transform="translate(164 44)" width={100} side={36} chimney />
      <House transform="translate(306 74)" width={56} side={20} />
      <Trees
        large={[
          [36, 128],
          [288, 46],
          [140, 140],
        ]}
        small={[
          [148, 70],
          [378, 60],
          [296, 142],
          [54, 152],
        ]}
      />
    </Strip>
  )
}

/** A field of modules, two of them yours: the recommended package. */
function Share() {
  const field = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((column) => [32 + column * 38, 26 + row * 36] as const),
  )
  return (
    <Strip crop="wiese" {...SIZE} track={TRACK}>
      <ModuleRows at={field} />
      <path className="mine" d="M184 62h34v20h-34zM222 62h34v20h-34z" />
      <path className="ring" strokeWidth="3" d="M177 55h86v34h-86z" />
    </Strip>
  )
}

const YEAR: Grid = { columns: 6, x: 62, y: 50, width: 40, height: 28, stepX: 47, stepY: 44 }

/** Twelve months, twelve credits. */
function Months() {
  return (
    <Strip crop="stoppel" {...SIZE} track={TRACK}>
      <path className="shade" transform="translate(5 7)" d={cellsPath(YEAR, 0, 12)} />
      <path className="mine" d={cellsPath(YEAR, 0, 12)} />
      <Trees
        small={[
          [28, 160],
          [372, 158],
          [40, 36],
        ]}
        large={[[374, 34]]}
      />
    </Strip>
  )
}
