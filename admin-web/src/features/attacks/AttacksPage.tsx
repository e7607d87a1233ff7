import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ViewSwitch } from '@/ui/mail/ViewSwitch'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { AttackColumns } from './AttackColumns'
import { AttackTable } from './AttackTable'
import { type AttackBlock, type Attacks, type By, meaningOf, parted, summaryOf } from './attacks'
import { Block } from './Block'
import '@/ui/page/sheets.css'
import '@/ui/mail/mails.css'
import './attacks.css'

const VIEWS: readonly (readonly [By, string])[] = [
  ['hours', '24 Stunden'],
  ['days', '30 Tage'],
]

/** What was refused lately and by what it looks like an attack, each with what it means and what helps. */
export function AttacksPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/operation/attacks', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Angriffe" overline={<Link to="/state">Zustand</Link>}>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet attacks-skeleton" aria-busy="true" />}
      {data && <Board page={data} />}
    </Page>
  )
}

function Board({ page }: { page: Attacks }) {
  const [busy, quiet] = parted(page.data)
  return (
    <>
      <Summary page={page} />
      {busy.map((block) => (
        <Block key={block.name} block={block} />
      ))}
      {quiet.length > 0 && <Quiet blocks={quiet} />}
    </>
  )
}

function Summary({ page }: { page: Attacks }) {
  const [by, setBy] = useState<By>('hours')
  return (
    <section className="sheet attacks-summary" aria-labelledby="attacks-result">
      <div className="head-row">
        <h2 id="attacks-result" data-raised={page.is_raised || undefined}>
          {summaryOf(page)}
        </h2>
        <ViewSwitch label="Zeitraum" views={VIEWS} value={by} onValue={setBy} />
      </div>
      <p className="flush muted">{meaningOf(page)}</p>
      <AttackColumns buckets={page[by]} by={by} />
      <AttackTable buckets={page[by]} by={by} />
    </section>
  )
}

/** What nothing came of within a day, a line each. */
function Quiet({ blocks }: { blocks: readonly AttackBlock[] }) {
  return (
    <Section title="Nichts gewesen">
      <dl className="attacks-quiet">
        {blocks.map(({ name, title, quiet }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{quiet}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
