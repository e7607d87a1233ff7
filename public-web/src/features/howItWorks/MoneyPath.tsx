import type { ReactNode } from 'react'
import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { moneyText } from '@/content/de/howItWorks'
import { cellsPath, type Grid } from '@/lib/cells'
import { creditRate } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { MyCell, Strip } from './Strip'

const SCENES: readonly (() => ReactNode)[] = [Park, PowerLine, Sale, Profit, Account]

/** From the module to the bank account: five pieces of land along one track, each with its text. */
export function MoneyPath() {
  const { title, text, stations, example, future } = moneyText
  return (
    <section className="money-path">
      <div className="wrap">
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <ol className="stations">
          {stations.map((station, index) => {
            const Scene = SCENES[index] ?? Park
            return (
              <li key={station.title}>
                <Scene />
                <div>
                  <h3>{station.title}</h3>
                  <p>
                    <RichText text={station.text} />
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
        <div className="money-path__end">
          <div>
            <p className="money-path__figure">
              <span>{example.label}</span>
              <span className="figure">{example.figure}</span>
              <span className="quiet">{typeset(example.condition)}</span>
            </p>
            <Source label={figureText.whereFrom}>{typeset(example.source)}</Source>
          </div>
          <p className="lead">
            <RichText text={future} />
          </p>
        </div>
      </div>
    </section>
  )
}

const SIZE = { width: 240, height: 200 } as const

function Park() {
  const rows = [16, 46, 134, 164].flatMap((y) =>
    [6, 44, 82, 120, 158, 196].map((x) => [x, y] as const),
  )
  return (
    <Strip crop="wiese" {...SIZE}>
      <ModuleRows at={rows} />
      <path className="mine" d="M120 46h34v20h-34z" />
      <path className="ring" strokeWidth="3" d="M113 39h48v34h-48z" />
      <MyCell x={148} y={93} />
    </Strip>
  )
}

/** The power line above the track, with its pylons and a transformer. */
function PowerLine() {
  return (
    <Strip crop="weizen" {...SIZE}>
      <path className="shade" d="M92 66h66v78H92z" />
      <path fill="var(--color-modul-hell)" d="M86 58h66v78H86z" />
      <path
        fill="none"
        stroke="var(--color-modul)"
        strokeWidth="2.5"
        d="M94 66h22v20H94zM122 66h22v20h-22zM94 108h50v20H94zM0 88H240M0 112H240"
      />
      <path fill="var(--color-modul)" d="M32 82h12v36H32zM192 82h12v36h-12z" />
      <MyCell x={108} y={93} />
    </Strip>
  )
}

/** The track forks: above a works that buys by contract, below the trading floor. */
function Sale() {
  const floor: Grid = { columns: 4, x: 88, y: 144, width: 13, height: 9, stepX: 17, stepY: 13 }
  return (
    <Strip
      crop="acker"
      {...SIZE}
      track="M0 100C60 100 40 72 90 72H150C200 72 180 100 240 100M0 100C60 100 40 130 90 130H150C200 130 180 100 240 100"
    >
      <path className="shade" d="M80 24h96v42H80z" />
      <path fill="var(--land-dach)" d="M74 16h96v42H74z" />
      <path
        stroke="var(--land-dach-2)"
        strokeWidth="10"
        d="M86 16v42M110 16v42M134 16v42M158 16v42"
      />
      <path className="shade" d="M84 142h78v46H84z" />
      <path fill="var(--land-weg)" d="M78 136h84v46H78z" />
      <path fill="var(--color-modul)" d={cellsPath(floor, 0, 12)} />
      <MyCell x={109} y={65} />
    </Strip>
  )
}

/** From the ground up, so that the pile stands in the middle however narrow the piece of land is. */
const CENTS: Grid = { columns: 1, x: 94, y: 166, width: 52, height: 16, stepX: 0, stepY: -21 }

/** One cell is one cent: the minimum is solid, what may come on top is outlined. */
function Profit() {
  const minimum = creditRate.minimum / 10
  return (
    <Strip crop="stoppel" {...SIZE} track="M0 100H82M158 100H240">
      <path className="shade" transform="translate(4 6)" d={cellsPath(CENTS, 0, minimum)} />
      <path className="mine" d={cellsPath(CENTS, 0, minimum)} />
      <path className="stations__more" d={cellsPath(CENTS, minimum, creditRate.maximum / 10)} />
    </Strip>
  )
}

function Account() {
  return (
    <Strip crop="klee" {...SIZE} track="M0 100H120">
      <House transform="translate(104 58)" width={88} side={40} chimney />
      <MyCell x={72} y={93} ringed />
      <Trees
        large={[
          [206, 34],
          [84, 168],
        ]}
        small={[
          [78, 36],
          [212, 160],
          [118, 172],
        ]}
      />
    </Strip>
  )
}
