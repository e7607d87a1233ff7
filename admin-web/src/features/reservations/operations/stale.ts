import { ApiError } from '@/api/problem'
import type { Change } from '../types'

/** What colleagues changed since the person looked, when an operation was refused for that. */
export function staleChanges(error: unknown): Change[] | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  const { changes } = error.problem as { changes?: Change[] }
  return changes ?? []
}
