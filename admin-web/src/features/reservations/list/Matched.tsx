import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { householdName } from '@/lib/reservationWords'
import { useIsOutdated } from '@/ui/list/ConsoleDatagrid'
import type { ReservationRow } from '../types'
import { foundPieces, pieces, searchedSpot, wordsOf } from './matches'

/** What was typed to find the rows of this list; nothing while they are still those of another search. */
function useTyped(): string {
  const { filterValues } = useListContext()
  const isOutdated = useIsOutdated()
  return isOutdated ? '' : String(filterValues?.q ?? '')
}

/** A text with the part marked that a search was for. */
export function Matched({ text }: { text: string }) {
  const typed = useTyped()
  if (!typed) return text
  return foundPieces(text, typed).map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    piece.isMatch ? <mark key={place}>{piece.text}</mark> : piece.text,
  )
}

export function MatchedSpot({ number }: { number: number | null }) {
  const isWanted = searchedSpot(useTyped()) === number
  return <b>{isWanted ? <mark>{number}</mark> : number}</b>
}

/** Where a row was found by something that its columns do not show, what that was. */
export function HiddenMatch({
  row,
  fallback = null,
}: {
  row: ReservationRow
  fallback?: ReactNode
}) {
  const typed = useTyped()
  if (!typed || searchedSpot(typed) === row.spot_number) return fallback
  const shown = `${householdName(row)} ${row.reference ?? ''} ${(row.reference ?? '').replaceAll('-', '')}`
  const isShown = (word: string) =>
    (word === typed.trim() ? foundPieces : pieces)(shown, word).some((one) => one.isMatch)
  const hidden = wordsOf(typed).filter((word) => !isShown(word))
  if (hidden.length === 0) return fallback
  const rest = hidden.join(' ')
  if (/^\d{1,5}$/.test(rest) && row.postcode?.startsWith(rest))
    return (
      <small>
        PLZ <mark>{rest}</mark>
        {row.postcode.slice(rest.length)}
      </small>
    )
  return <small>gefunden über {/^[\d+()/ .-]+$/.test(rest) ? 'Telefon' : 'E-Mail-Adresse'}</small>
}
