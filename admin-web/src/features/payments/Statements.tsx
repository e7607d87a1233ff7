import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { base64Of } from '@/ui/files/content'
import { DropArea } from '@/ui/files/DropArea'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { MOVEMENT_COLUMNS, narrowMovement } from './movements'
import { FINDINGS, type Movement, RENEWED, statementWords } from './payment'

/** Statements of the bank: read a file, see what it would do, book it; and what was booked last. */
export function Statements() {
  return (
    <Section title="Kontoauszüge">
      <Upload />
      <Movements />
    </Section>
  )
}

interface Chosen {
  name: string
  content: string
  seen: Schemas['StatementPreviewOut']
}

function Upload() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [done, setDone] = useState('')
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  async function look(file: File) {
    setDone('')
    const content = await base64Of(file)
    const seen = await run('post', '/api/staff/bank/statements/preview', { body: { content } })
    setChosen(seen && { name: file.name, content, seen })
  }
  async function book({ content }: Chosen) {
    const booked = await run('post', '/api/staff/bank/statements', { body: { content } })
    if (!booked) return
    setChosen(null)
    setDone('Gebucht. Was niemandem zuzuordnen war, steht oben.')
  }
  return (
    <div className="form">
      <DropArea
        file={chosen && { name: chosen.name, about: statementWords(chosen.seen) }}
        hint="Kontoauszug der Bank, camt.053 oder camt.054. Gebucht wird erst, wenn Sie gesehen haben, was darin steht."
        accept=".xml,.zip,text/xml,application/xml"
        onFile={look}
        onForget={() => setChosen(null)}
      />
      {chosen && !chosen.seen.is_known && (
        <p className="buttons">
          <Button variant="contained" disabled={isRunning} onClick={() => book(chosen)}>
            Buchen
          </Button>
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      <p role="status" className="flush">
        {done}
      </p>
    </div>
  )
}

/** The latest, each with the way back where a person has decided what it is. */
function Movements() {
  const { data } = useStaffQuery('/api/staff/bank/lines')
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  if (!data || data.data.length === 0) return null
  const undo = (line_id: number) =>
    run('post', '/api/staff/bank/lines/{line_id}/undo', { params: { path: { line_id } } })
  const words = ({ id, finding, can_undo }: Movement) => (
    <>
      {FINDINGS[finding]}{' '}
      {can_undo && (
        <button type="button" className="text-button" disabled={isRunning} onClick={() => undo(id)}>
          Zurücknehmen
        </button>
      )}
    </>
  )
  return (
    <>
      <h3>Bewegungen</h3>
      {problem && <p role="alert">{problem}</p>}
      <PlainTable
        label="Die letzten 50 Bewegungen"
        columns={[...MOVEMENT_COLUMNS, { label: 'Was es ist', render: words }]}
        rows={data.data}
        rowKey={({ id }) => id}
        narrow={(line) => ({ ...narrowMovement(line), more: words(line) })}
      />
    </>
  )
}
