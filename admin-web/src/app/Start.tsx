import { lazy } from 'react'
import { Dashboard } from '@/features/today/Dashboard'

/** What the start page shows of other features; here, because no feature imports another. */
const PARTS = {
  Answer: lazy(async () => ({
    default: (await import('@/features/messages/show/AnswerBeside')).AnswerBeside,
  })),
  Record: lazy(async () => ({
    default: (await import('@/features/reservations/show/RecordBeside')).RecordBeside,
  })),
}

export const Start = () => <Dashboard parts={PARTS} />
