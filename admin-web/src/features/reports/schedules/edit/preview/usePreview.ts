import { useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { ApiError, fieldErrorsOf } from '@/api/problem'
import { useSettled } from '@/lib/useSettled'
import { type ScheduleInput, scheduleIn } from '../../schedule'

/** Milliseconds of rest in typing before the server is asked. */
const REST = 600

/** What a schedule would send and when, of what is typed right now; the one before stays until then. */
export function usePreview(input: ScheduleInput | null) {
  const settled = useSettled(input ? JSON.stringify(input) : '', REST)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['schedule-preview', settled],
    queryFn: ({ signal }) => {
      const body = scheduleIn(JSON.parse(settled))
      return call('post', '/api/staff/report-schedules/preview', { body, signal })
    },
    enabled: settled !== '',
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const isRefused = error instanceof ApiError && error.status === 422
  return {
    preview: data,
    isFetching,
    again: refetch,
    problems: isRefused ? fieldErrorsOf(error) : NONE,
    error: isRefused ? null : error,
  }
}

const NONE = {}
