import { dayShort } from '@/lib/days'
import { formatNumber } from '@/lib/format'
import { STATES } from '@/lib/states'
import { Drawing } from '@/ui/drawing/Drawing'
import { ClickArea } from '../frame/drawing/ClickArea'
import { formatCell } from '../frame/tables/kinds'
import { lastOfMonth } from './drill'
import type { MonthRow } from './report'

const ROW = { wide: 30, narrow: 46 }
const BAR = 16
const WAYS = [
  ['cancelled', STATES.cancelled.label, 'c-module'],
  ['expired', STATES.expired.label, 'c-instalment'],
  ['withdrawn', STATES.withdrawn.label, 'c-pine'],
] as const

interface CancellationPictureProps {
  label: string
  rows: readonly MonthRow[]
  /** The last day of the period, which may cut its month. */
  to: string
  /** The reservations of a month. */
  linkOf: (row: MonthRow) => string | null
}

/**
 * A bar for each month: which part was given up, and how. Young months are open and have no rate, and a
 * month that the period cuts is open too, with the day up to which it counts.
 */
export function CancellationPicture({ label, rows, to, linkOf }: CancellationPictureProps) {
  const most = Math.max(0.1, ...rows.map(({ given_up, reservations }) => given_up / reservations))
  return (
    <figure className="strip">
      <Drawing
        label={label}
        height={(isNarrow) => rows.length * (isNarrow ? ROW.narrow : ROW.wide) + 4}
      >
        {({ width, isNarrow }) =>
          rows.map((row, index) => (
            <MonthBar
              key={row.month}
              row={row}
              until={lastOfMonth(row.month) > to ? ` bis ${dayShort(to)}` : ''}
              top={index * (isNarrow ? ROW.narrow : ROW.wide)}
              width={width}
              isNarrow={isNarrow}
              most={most}
              link={linkOf(row)}
            />
          ))
        }
      </Drawing>
      <figcaption>
        <ul className="legend">
          {WAYS.map(([name, words, className]) => (
            <li key={name}>
              <span>
                <svg width={20} height={14} viewBox="0 0 20 14" aria-hidden="true">
                  <rect className={className} x={1} y={1} width={18} height={12} />
                  {name === 'withdrawn' && <path className="c-notch" d="M6 7h8" />}
                </svg>
                {words} <b>{formatNumber(rows.reduce((sum, row) => sum + row[name], 0))}</b>
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

interface MonthBarProps {
  row: MonthRow
  /** „bis 15.11.“ where the month is cut. */
  until: string
  top: number
  width: number
  isNarrow: boolean
  most: number
  link: string | null
}

function MonthBar({ row, until, top, width, isNarrow, most, link }: MonthBarProps) {
  const left = isNarrow ? 0 : 140
  const right = isNarrow ? width : width - 240
  const y = isNarrow ? top + 22 : top + 6
  const scale = (right - left) / (most * row.reservations)
  let x = left
  const said = row.is_judged ? formatCell('share_ppm', row.rate) : 'noch zu jung'
  return (
    <g className={row.is_judged && !until ? undefined : 'young'}>
      <text x={0} y={isNarrow ? top + 14 : y + 13}>
        {formatCell('month', row.month)}
      </text>
      <path className="track" d={`M${left} ${y + BAR + 1}H${right}`} />
      {WAYS.map(([name, , className]) => {
        const wide = row[name] * scale
        const begin = x
        x += wide
        if (wide === 0) return null
        return (
          <g key={name}>
            <rect
              className={className}
              x={begin}
              y={y}
              width={Math.max(1, wide - 2)}
              height={BAR}
            />
            {name === 'withdrawn' && (
              <path className="c-notch" d={`M${begin + 3} ${y + BAR / 2}H${begin + wide - 5}`} />
            )}
          </g>
        )
      })}
      <text x={width} y={isNarrow ? top + 14 : y + 13} textAnchor="end">
        <tspan className="value">{said}</tspan>
        <tspan dx={8}>
          {formatNumber(row.given_up)} von {formatNumber(row.reservations)}
          {until}
        </tspan>
      </text>
      <ClickArea
        to={link}
        name="Reservierungen des Monats öffnen"
        y={top + 1}
        width={width}
        height={(isNarrow ? ROW.narrow : ROW.wide) - 2}
      />
    </g>
  )
}
