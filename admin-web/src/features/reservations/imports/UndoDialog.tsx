import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { type ListImport, reservationsWords } from './listImport'

type Outlook = Schemas['UndoOutlookOut']

interface UndoDialogProps {
  made: ListImport
  onClose: () => void
  onUndone?: () => void
}

/** What taking an import back would do, named before it is done. */
export function UndoDialog({ made, onClose, onUndone }: UndoDialogProps) {
  const params = { path: { import_id: made.id } }
  const path = '/api/staff/reservations/imports/{import_id}/undo'
  // Once it is being taken back there is no outlook any more, and asking again would be refused.
  const [isUndoing, setUndoing] = useState(false)
  const { data, error } = useStaffQuery(path, { params, isEnabled: !isUndoing })
  return (
    <EditDialog
      title="Einlesen rückgängig machen?"
      button="Rückgängig machen"
      isBlocked={!data}
      problem={error && errorWords(error)}
      save={(call) => {
        setUndoing(true)
        return call('post', path, { params })
      }}
      renews={['reservations']}
      done={`Das Einlesen von „${made.file_name}“ ist rückgängig gemacht.`}
      onSaved={() => {
        onUndone?.()
        onClose()
      }}
      onRefused={() => setUndoing(false)}
      onClose={onClose}
    >
      {data ? <OutlookWords outlook={data} /> : <p>Wird geprüft</p>}
      {made.waiting > 0 && (
        <p>
          {counted(
            made.waiting,
            'Eine Zeile ist noch nicht eingetragen und wird es auch nicht mehr.',
            'Zeilen sind noch nicht eingetragen und werden es auch nicht mehr.',
          )}
        </p>
      )}
    </EditDialog>
  )
}

function OutlookWords({ outlook: { count, told, changed } }: { outlook: Outlook }) {
  return (
    <>
      <p>
        {count === 1
          ? 'Eine Reservierung wird zurückgenommen. Ihr Platz ist danach frei.'
          : `${reservationsWords(count)} werden zurückgenommen. Ihre Plätze sind danach frei.`}{' '}
        Mails und Briefe, die noch warten, gehen nicht hinaus.
      </p>
      {told > 0 && (
        <p>
          {counted(
            told,
            'Ein Haushalt hat seine Bestätigung schon; er bekommt eine Stornierung.',
            'Haushalte haben ihre Bestätigung schon; sie bekommen eine Stornierung.',
          )}
        </p>
      )}
      {changed.length > 0 && (
        <>
          <p>Seitdem geändert wurden, und deshalb bleiben:</p>
          <ul className="ruled">
            {changed.map(({ id, name, spot_number }) => (
              <li key={id}>
                {name}, Platz {spot_number}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
