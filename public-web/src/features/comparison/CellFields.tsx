import { fieldText } from '@/content/de/comparison'
import { typeset } from '@/lib/typeset'

/** A cell with its gap, in units of the drawing. */
const [STEP_X, STEP_Y] = [12, 9]
const ROWS = 10
/** Room for 26 columns of 1,000 €, in every field, so that all are drawn to one scale. */
const WIDTH = 26 * STEP_X

type Row = (typeof fieldText.rows)[number]

/** What every way brings and costs in cells of 100 €. The table says the same. */
export function CellFields() {
  const { title, text, legend, alternative, rows } = fieldText
  return (
    <section className="cells">
      <div className="wrap">
        <h2>{title}</h2>
        <p className="lead">{typeset(text)}</p>
        <ul className="legend">
          {legend.map((label, index) => (
            <li key={label}>
              <svg viewBox="0 0 20 14" aria-hidden="true">
                <path className={index === 0 ? 'cell-covered' : 'cells__sun'} d="M1 1h18v12H1z" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
        <CellPatterns />
        <div className="cells__rows">
          {rows.map((row) => (
            <FieldRow key={row.id} row={row} />
          ))}
        </div>
        <p className="small quiet">{alternative}</p>
      </div>
    </section>
  )
}

function FieldRow({ row }: { row: Row }) {
  return (
    <section className={row.id === 'share' ? 'cells__row cells__row--ours' : 'cells__row'}>
      <div>
        <h3>{row.name}</h3>
        <p className="small quiet">{typeset(row.what)}</p>
      </div>
      {row.fields.map((field) => (
        <figure key={field.label}>
          <figcaption>
            <strong>{field.label}</strong> {typeset(field.sum)}
          </figcaption>
          {field.benefit > 0 ? (
            <CellField benefit={field.benefit} covered={field.covered} />
          ) : (
            <p className="small">{fieldText.none}</p>
          )}
        </figure>
      ))}
    </section>
  )
}

/** Cells in columns of ten, first the ones that cover the cost. */
function CellField({ benefit, covered }: { benefit: number; covered: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${Math.min(benefit, ROWS) * STEP_Y}`} aria-hidden="true">
      <path fill="url(#zelle-gedeckt)" d={columns(0, covered)} />
      <path fill="url(#zelle-sonne)" d={columns(covered, benefit)} />
    </svg>
  )
}

/** The cells `from` to `to` (exclusive), counted column by column: one rectangle a column. */
function columns(from: number, to: number): string {
  let path = ''
  for (let cell = from; cell < to; ) {
    const column = Math.floor(cell / ROWS)
    const end = Math.min(to, (column + 1) * ROWS)
    const top = (cell % ROWS) * STEP_Y
    path += `M${column * STEP_X} ${top}h${STEP_X}v${(end - cell) * STEP_Y}h-${STEP_X}z`
    cell = end
  }
  return path
}

/** One cell of each kind, repeated by filling. */
function CellPatterns() {
  const size = { width: STEP_X, height: STEP_Y, patternUnits: 'userSpaceOnUse' } as const
  return (
    <svg className="patterns" aria-hidden="true">
      <defs>
        <pattern id="zelle-gedeckt" {...size}>
          <path className="cell-covered" d="M0 0h10.5v7.5H0z" />
        </pattern>
        <pattern id="zelle-sonne" {...size}>
          <path className="cells__sun" d="M.5 .5h9.5v6.5H.5z" />
        </pattern>
      </defs>
    </svg>
  )
}
