import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { renderAt } from '../screen'
import { answering, refusal } from '../server'

/** What each rendering said of a refused start: how many runs it knew, and whether one could try again. */
let refusals: string[] = []

/** The runs of a job, page by page, and buttons for another page, another job, news and a start. */
function Runs() {
  const [name, setName] = useState('mail')
  const [page, setPage] = useState(1)
  const queries = useQueryClient()
  const { data } = useStaffQuery('/api/staff/jobs/{name}/runs', {
    params: { path: { name }, query: { page } },
  })
  const change = useStaffChange('jobs')
  if (change.refusal) refusals.push(`${data?.total} runs, ${change.isRunning ? 'busy' : 'free'}`)
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
      <button
        type="button"
        onClick={() =>
          change.run('post', '/api/staff/jobs/{name}/run', { params: { path: { name } } })
        }
      >
        start
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

test('a colleague who was faster is told of beside what is there now, and one can go on at once', async () => {
  refusals = []
  let answer = (_: ReturnType<typeof runs>) => {}
  const renewed = new Promise<ReturnType<typeof runs>>((kept) => {
    answer = kept
  })
  const calls = await opened(refusal(409, 'stale'), renewed)
  press('start')
  await waitFor(() => expect(calls).toHaveLength(3))
  answer(runs(5))
  await waitFor(() => expect(refusals).not.toEqual([]))
  expect(new Set(refusals)).toEqual(new Set(['5 runs, free']))
})

test('what was sent is cleared before the page is read again, and stays when it is refused', async () => {
  const asked: string[] = []
  function Form() {
    const [text, setText] = useState('Guten Tag')
    useStaffQuery('/api/staff/jobs/{name}/runs', { params: { path: { name: 'mail' } } })
    const { runThen } = useStaffChange('jobs')
    const send = () =>
      runThen(
        () => {
          setText('')
          asked.push(...calls.map(({ method }) => method))
        },
        'post',
        '/api/staff/jobs/{name}/run',
        { params: { path: { name: 'mail' } } },
      )
    return (
      <button type="button" onClick={send}>
        {`send ${text}`}
      </button>
    )
  }
  const calls = answering(runs(1), refusal(409, 'busy'), { body: {} }, runs(2))
  renderAt('/', { '/': <Form /> })
  await waitFor(() => expect(calls).toHaveLength(1))
  press('send Guten Tag')
  await waitFor(() => expect(calls).toHaveLength(2))
  press('send Guten Tag')
  await screen.findByRole('button', { name: 'send' })
  expect(asked).toEqual(['GET', 'POST', 'POST'])
  await waitFor(() => expect(calls).toHaveLength(4))
})
