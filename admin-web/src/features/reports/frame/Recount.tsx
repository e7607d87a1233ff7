import Button from '@mui/material/Button'
import { useSession } from '@/session/session'
import { Section } from '@/ui/page/Section'

const WITHOUT = 'Filter und Vergleich gelten dafür nicht.'

/** What of each report is counted again, from what, and what of the page does not hold for it. */
const COUNTED: Readonly<Record<string, readonly [rows: string, cells: string, without?: string]>> =
  {
    money: [
      'Besuchen, Reservierungen und Kosten',
      'den Werten je Kampagne nach der letzten bekannten Herkunft',
      WITHOUT,
    ],
    overview: ['Besuchen, Reservierungen und Kosten', 'den Werten jedes Tages', WITHOUT],
    breakdown: ['Besuchen, Reservierungen und Kosten', 'den Werten des gewählten Feldes', WITHOUT],
    capacity: ['Reservierungen und ihren Änderungen', 'den Plätzen und kWh jedes Tages'],
    credits: ['Reservierungen, Ertrag der Monate und Sätzen', 'den Summen der Szenarien'],
  }

/** For who wants to check: the rows behind the report, and a script that counts them again. */
export function Recount({ report, query }: { report: string; query: string }) {
  const role = useSession()?.account.role
  const counted = COUNTED[report]
  if (!counted || role === 'staff') return null
  const [rows, cells, without = ''] = counted
  return (
    <Section title="Nachrechnen">
      <p className="muted flush">
        Ein ZIP mit {rows} ohne Namen, {cells} und einem kurzen Programm, das sie nachrechnet und
        jeden Unterschied nennt. {without}
      </p>
      <p className="buttons no-print">
        <Button component="a" href={`/api/staff/reports/${report}/recount.zip?${query}`} download>
          Daten zum Nachrechnen laden
        </Button>
      </p>
    </Section>
  )
}
