import Button from '@mui/material/Button'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { fieldLabel, fieldValue, type ParkDocument } from '../park'

interface StaleParkProps {
  mine: Record<string, unknown>
  current: ParkDocument
  onKeep: () => void
  onAdopt: () => void
}

/** Somebody else saved in between: what differs, side by side, and which of the two shall stand. */
export function StalePark({ mine, current, onKeep, onAdopt }: StaleParkProps) {
  const stored: Record<string, unknown> = { ...current }
  const differing = Object.keys(mine).filter((name) => mine[name] !== stored[name])
  return (
    <div role="alert" className="caution">
      <p>
        {current.history[0]?.actor_name ?? 'Jemand anderes'} hat diesen Park inzwischen geändert. Es
        wurde nichts gespeichert.
      </p>
      <ScrollRegion label="Beide Fassungen">
        <table>
          <thead>
            <tr>
              <th scope="col">Angabe</th>
              <th scope="col">Ihre Fassung</th>
              <th scope="col">Gespeichert</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(name)}</th>
                <td>{fieldValue(name, mine[name])}</td>
                <td>{fieldValue(name, stored[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="buttons">
        <Button onClick={onKeep}>Meine Änderungen speichern</Button>
        <Button onClick={onAdopt}>Gespeicherte Fassung übernehmen</Button>
      </p>
    </div>
  )
}
