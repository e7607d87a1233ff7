import Button from '@mui/material/Button'
import { useState } from 'react'
import { startDownload } from '@/lib/download'
import { berlinDay } from '@/lib/reservationWords'
import { type ExportFormat, FORMATS } from '@/ui/export/formats'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput } from '@/ui/form/inputs'
import { Section } from '@/ui/page/Section'

/** The books as a file for the accounts department. */
export function Books() {
  const [isExporting, setExporting] = useState(false)
  return (
    <Section
      title="Buchungen"
      action={<Button onClick={() => setExporting(true)}>Exportieren</Button>}
    >
      <p className="muted">
        Jede Forderung, Zahlung und Erstattung mit Soll und Haben. Eine Buchung wird nie geändert,
        nur durch eine weitere zurückgenommen.
      </p>
      {isExporting && <BooksExport onClose={() => setExporting(false)} />}
    </Section>
  )
}

function BooksExport({ onClose }: { onClose: () => void }) {
  return (
    <EditDialog
      title="Buchungen exportieren"
      button={({ isRunning }) => (isRunning ? 'Wird vorbereitet' : 'Exportieren')}
      maxWidth="sm"
      start={{ format: 'csv-de' as ExportFormat, ...lastMonth(berlinDay()) }}
      save={async (call, days) => {
        const file = await call('post', '/api/staff/exports', {
          body: { resource: 'books', ...days },
        })
        startDownload(file)
        return file
      }}
      done={({ file_name }) => `„${file_name}“ wird heruntergeladen.`}
      onClose={onClose}
    >
      <TextInput source="first" label="Erster Tag" type="date" required />
      <TextInput source="last" label="Letzter Tag" type="date" required />
      <RadioInput source="format" legend="Format" options={FORMATS} />
    </EditDialog>
  )
}

/** The first and the last day of the month before. */
function lastMonth(today: string): { first: string; last: string } {
  const end = new Date(`${today.slice(0, 7)}-01T12:00:00Z`)
  end.setUTCDate(0)
  const last = end.toISOString().slice(0, 10)
  return { first: `${last.slice(0, 7)}-01`, last }
}
