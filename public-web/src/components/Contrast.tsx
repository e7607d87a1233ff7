import { typeset } from '@/lib/typeset'

interface Props {
  columns: readonly { title: string; points: readonly string[] }[]
}

/** What is so beside what is not, as two lists. */
export function Contrast({ columns }: Props) {
  return (
    <div className="contrast">
      {columns.map(({ title, points }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {points.map((point) => (
              <li key={point}>{typeset(point)}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
