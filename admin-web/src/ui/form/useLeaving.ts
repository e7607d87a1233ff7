import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Leaves a form that is saved: `leaveTo(path)`. Not before the `LeaveWarning` inside has seen that
 * nothing is unsaved any more: effects of what is inside come first, a timer might come before them.
 */
export function useLeaving() {
  const navigate = useNavigate()
  const [path, leaveTo] = useState<string>()
  useEffect(() => {
    if (path) navigate(path)
  }, [path, navigate])
  return { isLeaving: path !== undefined, leaveTo }
}
