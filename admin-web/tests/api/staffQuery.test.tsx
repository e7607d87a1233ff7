import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useStaffQuery } from '@/api/useStaffQuery'
import { renderAt } from '../screen'
import { answering } from '../server'

/** The runs of a job, page by page, and buttons for another page, another job and news. */
function Runs() {
  const [name, setName] = useState('mail')
  const [page, setPage] = useState(1)
  const queries = useQueryClient()
  const { data } = useStaffQuery('/api/staff/jobs/{name}/runs', {
    params: { path: { name }, query: { page } },
  })
  return (
    <>
      <output aria-label="total">{data ? data.total : 'none'}</output>
      <button type="button" onClick={() => setPage(2)}>
        page
      </button>
      <button type="button" onClick={() => setName('sweep')}>
        job
      </button>
      <button type="button" onClick={() => queries.invalidateQueries({ queryKey: ['jobs'] })}>
        news
      </button>
    </>
  )
}

const total = () => screen.getByLabelText('total').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const runs = (count: number) => ({ body: { data: [], has_next: false, total: count } })

async function opened(...answers: Parameters<typeof answering>) {
  const calls = answering(runs(1), ...answers)
  renderAt('/', { '/': <Runs /> })
  await waitFor(() => expect(total()).toBe('1'))
  return calls
}

test('an answer stays until that of another page is there', async () => {
  const calls = await opened(runs(2))
  press('page')
  expect(total()).toBe('1')
  await waitFor(() => expect(total()).toBe('2'))
  expect(calls[1]?.path).toBe('/api/staff/jobs/mail/runs?page=2')
})

test('an answer never stands for another record', async () => {
  const calls = await opened(runs(3))
  press('job')
  expect(total()).toBe('none')
  await waitFor(() => expect(total()).toBe('3'))
  expect(calls[1]?.path).toBe('/api/staff/jobs/sweep/runs?page=1')
})

test('all there is about jobs is renewed by the first part of their address', async () => {
  const calls = await opened(runs(4))
  press('news')
  await waitFor(() => expect(total()).toBe('4'))
  expect(calls).toHaveLength(2)
})
