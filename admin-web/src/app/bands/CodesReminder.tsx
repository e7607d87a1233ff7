import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { areCodesUnkept, onCodesKept } from '@/session/shownCodes'

/** Shown after the user left the page of the recovery codes without keeping them. */
export function CodesReminder() {
  if (!useSyncExternalStore(onCodesKept, areCodesUnkept)) return null
  return (
    <p className="sheet reminder" role="status">
      Ihre Wiederherstellungscodes sind noch nicht gesichert und werden nicht noch einmal gezeigt.
      Ohne sie kommen Sie nicht herein, wenn Ihr Telefon fehlt.{' '}
      <Link to="/account">Neue Codes erstellen</Link>
    </p>
  )
}
