import Button from '@mui/material/Button'
import { useKeptReport } from '@/features/reports/kept/keptReport'
import { Section } from '@/ui/page/Section'

/** For who wants to check: the rows behind the report, and a script that counts them again. */
export function Recount({ from, to }: { from: unknown; to: unknown }) {
  const kept = useKeptReport()
  if (kept) return null
  return (
    <Section title="Nachrechnen">
      <p className="muted flush">
        Ein ZIP mit Besuchen, Reservierungen und Kosten dieses Zeitraums ohne Namen, den Werten je
        Kampagne nach der letzten bekannten Herkunft und einem kurzen Programm, das sie nachrechnet
        und jeden Unterschied nennt. Filter gelten dafür nicht.
      </p>
      <p className="buttons no-print">
        <Button
          component="a"
          href={`/api/staff/reports/money/recount.zip?from=${from}&to=${to}`}
          download
        >
          Daten zum Nachrechnen laden
        </Button>
      </p>
    </Section>
  )
}
