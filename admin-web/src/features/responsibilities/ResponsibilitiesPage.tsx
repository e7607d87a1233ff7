import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSession } from '@/session/session'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { AddressDialog } from './AddressDialog'
import { HandOverDialog } from './HandOverDialog'
import type { Outside, Person, Responsibilities } from './holding'
import { OutsideSheet, PersonSheet } from './PersonSheet'
import '@/ui/page/sheets.css'
import './responsibilities.css'

/** By person and address outside: what they receive and answer for, and handing it over. */
export function ResponsibilitiesPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/responsibilities')
  const isAdmin = useSession()?.account.role === 'admin'
  return (
    <Page title="Wer bekommt was">
      <p className="page-question">{isAdmin ? QUESTION : OWN_QUESTION}</p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet holdings-skeleton" aria-busy="true" />}
      {data && <Everyone data={data} />}
    </Page>
  )
}

const QUESTION =
  'Wer bekommt welche Berichte und Hinweise, und wer antwortet für Zeitpläne und Links? Verlässt jemand das Team, übergeben Sie alles in einem Schritt.'
const OWN_QUESTION =
  'Welche Berichte und Hinweise bekommen Sie, und wofür antworten Sie? Übergeben kann es die Administration.'

/** `?person=4` leads from an account to its things. */
function Everyone({ data }: { data: Responsibilities }) {
  const [search, setSearch] = useSearchParams()
  const [address, setAddress] = useState<Outside | null>(null)
  const asked = data.people.find(({ id }) => String(id) === search.get('person'))
  const mayHandOver = data.heirs.length > 1
  const holding = data.people.filter(({ holdings }) => holdings.length > 0)
  const without = data.people.filter(({ holdings }) => holdings.length === 0)
  const close = () => setSearch({}, { replace: true })
  return (
    <>
      {holding.length === 0 && data.outside.length === 0 && (
        <Empty isOwn={data.heirs.length === 0} />
      )}
      {holding.map((person) => (
        <PersonSheet
          key={person.id}
          person={person}
          onHandOver={
            mayHandOver ? () => setSearch({ person: String(person.id) }, { replace: true }) : null
          }
        />
      ))}
      {data.outside.map((outside) => (
        <OutsideSheet
          key={outside.address}
          outside={outside}
          onRemove={() => setAddress(outside)}
        />
      ))}
      {data.heirs.length > 0 && <Without people={without} />}
      {asked && mayHandOver && (
        <HandOverDialog key={asked.id} leaver={asked} heirs={data.heirs} onClose={close} />
      )}
      {address && <AddressDialog address={address.address} onClose={() => setAddress(null)} />}
    </>
  )
}

function Empty({ isOwn }: { isOwn: boolean }) {
  return (
    <section className="sheet empty">
      <p>
        {isOwn
          ? 'Sie bekommen keine regelmäßigen Berichte und keine Hinweise per Mail.'
          : 'Noch bekommt hier niemand regelmäßig etwas.'}
      </p>
    </section>
  )
}

function Without({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <p className="muted holdings-without">
      Bekommen nichts und antworten für nichts: {people.map(({ name }) => name).join(', ')}.
    </p>
  )
}
