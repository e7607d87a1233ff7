import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatNumber } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'

type TypedText = Schemas['ToldTextOut']

const HIDDEN = 'nennt jemanden, daher verborgen'

/** What households typed as „Etwas anderes“: read where it lies, so that no kept report has a copy. */
export function TypedTexts() {
  const { data, error, refetch } = useStaffQuery('/api/staff/told-texts')
  return (
    <Section title="In eigenen Worten">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <p className="muted flush">Wird geladen</p>}
      {data && <Texts texts={data.data} total={data.total} />}
    </Section>
  )
}

function Texts({ texts, total }: { texts: readonly TypedText[]; total: number }) {
  if (texts.length === 0)
    return (
      <p className="muted flush">
        Noch hat niemand etwas geschrieben. Wählt ein Haushalt nach der Reservierung „Etwas anderes“
        und schreibt etwas dazu, steht es hier.
      </p>
    )
  return (
    <>
      <PlainTable<TypedText>
        label="Tabelle: In eigenen Worten"
        rows={texts}
        rowKey={({ text }) => text ?? HIDDEN}
        columns={[
          { label: 'Geschrieben', isText: true, render: ({ text }) => <Words text={text} /> },
          {
            label: 'Haushalte',
            isNumeric: true,
            render: ({ households }) => formatNumber(households),
          },
          { label: 'Zuletzt', isNumeric: true, render: ({ last_on }) => formatDay(last_on) },
        ]}
        narrow={({ text, last_on, households }) => ({
          title: text ?? HIDDEN,
          meta: `zuletzt am ${formatDay(last_on)}`,
          aside: formatNumber(households),
        })}
      />
      <p className="tiny muted flush">
        Aus der ganzen Zeit, ohne die Haushalte; Texte mit Namen sind verborgen. Dateien und Mails
        des Berichts enthalten diese Liste nicht, damit sie mit dem Haushalt gelöscht werden kann.
        {total > texts.length &&
          ` Gezeigt sind die ersten ${formatNumber(texts.length)} von ${formatNumber(total)}.`}
      </p>
    </>
  )
}

const Words = ({ text }: { text: string | null }) =>
  text === null ? <span className="muted">{HIDDEN}</span> : <b>{text}</b>
