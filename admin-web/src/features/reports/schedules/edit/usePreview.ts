import { useQuery } from '@tanstack/react-query'
import { staffPath } from '@/api/dataProvider'
import { request } from '@/api/old/request'
import { ApiError, fieldErrorsOf } from '@/api/problem'
import { useSettled } from '@/lib/useSettled'
import type { Preview, ScheduleInput } from '../schedule'

/** Milliseconds of rest in typing before the server is asked. */
const REST = 600

/** What a schedule would send and when, of what is typed right now; the one before stays until then. */
export function usePreview(input: ScheduleInput | null) {
  const body = useSettled(input ? JSON.stringify(input) : '', REST)
  const { data, error, isFetching, refetch } = useQuery<Preview>({
    queryKey: ['schedule-preview', body],
    queryFn: ({ signal }) =>
      request<Preview>('POST', staffPath('report-schedules/preview'), JSON.parse(body), signal),
    enabled: body !== '',
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
