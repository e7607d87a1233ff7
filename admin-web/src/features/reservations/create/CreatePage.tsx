import Button from '@mui/material/Button'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { useShortcut } from '@/ui/keys/useShortcut'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { useIsClerk } from '../useRole'
import { Consent } from './Consent'
import { Electricity } from './Electricity'
import { Receipt } from './Receipt'
import { Share } from './Share'
import { useEntry, useReceipt } from './useEntry'
import { Who } from './Who'
import './create.css'

const TITLE = 'Reservierung anlegen'

/** A reservation taken by telephone, from a letter, or at a fair. */
export function CreatePage() {
  return useIsClerk() ? <Loaded /> : <AccessDenied />
}

function Loaded() {
  const { data, error, refetch } = useStaffQuery('/api/staff/reservations/entry')
  if (data) return <Entering given={data} />
  return (
    <Page title={TITLE} overline={<BackToList />}>
      {error && <LoadProblem error={error} onRetry={refetch} />}
      {!error && <section className="sheet" aria-busy="true" />}
    </Page>
  )
}

const BackToList = () => <Link to="/reservations">Reservierungen</Link>

/**
 * A digit leads to its step: who calls asks first what it costs. It does so from a name as well, where the page begins,
 * since no name has digits.
 */
function useSteps(area: RefObject<HTMLFormElement | null>) {
  function go(digit: string) {
    const step = area.current?.querySelectorAll('.entry-step')[Number(digit) - 1]
    const chosen = step?.querySelector<HTMLElement>('input:checked')
    const first = chosen ?? step?.querySelector<HTMLElement>('input, select, textarea')
    first?.focus()
  }
  useShortcut('1', () => go('1'))
  useShortcut('2', () => go('2'))
  useShortcut('3', () => go('3'))
  useShortcut('4', () => go('4'))
  return (event: KeyboardEvent<HTMLFormElement>) => {
    const { target, key } = event
    const isName = target instanceof HTMLInputElement && /^(first|last)_name$/.test(target.name)
    if (!isName || !/^[1-4]$/.test(key)) return
    event.preventDefault()
    go(key)
  }
}

function Entering({ given }: { given: Schemas['EntryFormOut'] }) {
  const entry = useEntry(given)
  const { data: receipt } = useReceipt(entry.form)
  const { area } = entry
  useEffect(() => {
    area.current?.querySelector<HTMLElement>('[name="first_name"]')?.focus()
  }, [area])

  function submit(event: FormEvent) {
    event.preventDefault()
    void entry.submit()
  }
  const onStepKey = useSteps(area)
  // Enter in a field goes nowhere: half of a household would be sent.
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter') return onStepKey(event)
    const isField = event.target instanceof HTMLInputElement
    if (event.ctrlKey || event.metaKey) submit(event)
    else if (isField) event.preventDefault()
  }

  return (
    <Page
      isFlush
      title={TITLE}
      overline={<BackToList />}
      actions={<Button onClick={entry.discard}>Verwerfen</Button>}
    >
      <form ref={area} className="entry" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <div className="entry-form">
          {entry.keptAt && (
            <p className="entry-kept muted" role="status">
              Ihr Entwurf vom {formatMoment(new Date(entry.keptAt).toISOString())} ist noch da.
            </p>
          )}
          <Who entry={entry} />
          <Electricity entry={entry} given={given} />
          <Share entry={entry} given={given} receipt={receipt} />
          <Consent entry={entry} />
        </div>
        <Receipt entry={entry} receipt={receipt} />
      </form>
    </Page>
  )
}
