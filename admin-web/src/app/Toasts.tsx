import { useMemo, useState } from 'react'
import { Notification, NotificationContext, useNotificationContext } from 'react-admin'

/**
 * What was just done, in one line at the foot. The newest line takes the place of the one shown: told behind
 * others it would come when its reader has moved on.
 */
export function Toasts() {
  const context = useNotificationContext()
  const { notifications, resetNotifications } = context
  const newest = notifications.at(-1)
  const [shown, setShown] = useState({ notification: newest, round: 0 })
  if (newest && newest !== shown.notification)
    setShown({ notification: newest, round: shown.round + 1 })
  const onlyNewest = useMemo(
    () => ({
      ...context,
      takeNotification: () => {
        if (newest) resetNotifications()
        return newest
      },
    }),
    [context, newest, resetNotifications],
  )
  return (
    <NotificationContext.Provider value={onlyNewest}>
      <Notification key={shown.round} autoHideDuration={6000} />
    </NotificationContext.Provider>
  )
}
