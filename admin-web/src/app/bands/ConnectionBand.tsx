import { useEffect, useState, useSyncExternalStore } from 'react'
import { onPendingWrites, pendingWrites } from '@/api/pendingWrites'

/** After so many milliseconds of saving the page says that it still waits. */
const LONG = 5_000

/** Says that there is no connection, or that saving takes long; nothing else. */
export function ConnectionBand() {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  const isSlow = useIsSlow()
  return (
    <div className="connection" role="status">
      {!isOnline && (
        <p>Keine Verbindung. Ihre Eingaben sind noch da; speichern geht, sobald sie zurück ist.</p>
      )}
      {isOnline && isSlow && (
        <p>Das dauert länger als sonst. Bitte lassen Sie die Seite offen, Ihre Eingaben sind da.</p>
      )}
    </div>
  )
}

function onConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function useIsSlow(): boolean {
  const isWriting = useSyncExternalStore(onPendingWrites, () => pendingWrites() > 0)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWriting) return
    const timer = setTimeout(() => setSlow(true), LONG)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWriting])
  return isSlow
}
