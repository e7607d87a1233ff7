import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Arrival, CheckedFile } from '@/features/campaigns/costs/files/costImport'
import { MappingForm } from '@/features/campaigns/costs/files/MappingForm'
import { useCostImport } from '@/features/campaigns/costs/files/useCostImport'
import { renderAt } from '../../../screen'
import { answering } from '../../../server'

const mapping = {
  ...{ campaign: 0, day: 1, amount: 2, clicks: null, impressions: null },
  ...{ delimiter: ';', number_format: 'de', day_format: 'de', has_header: true },
  ...{ vat: 0, is_spread: false },
}
const columns = ['Kampagne', 'Tag', 'Kosten', 'Werbeträger']
const answer = (more: object) => ({
  body: { mapping: { ...mapping, ...more }, columns, preview: [] } as unknown as CheckedFile,
})

function Mapped() {
  const { checked, isChecking, map, open } = useCostImport()
  return (
    <>
      <button type="button" onClick={() => void open({ id: 1, file_name: 'a.csv' } as Arrival)}>
        Öffnen
      </button>
      <output>{isChecking ? 'wird geprüft' : 'geprüft'}</output>
      {checked && <MappingForm checked={checked} onMapping={map} />}
    </>
  )
}

test('a choice settles nothing but what it is about', async () => {
  const file = { body: { encoding: 'UTF-8', sheets: [{ name: '', text: 'x', rows: 1 }] } }
  const calls = answering(file, answer({}), answer({ vat: 19 }))
  renderAt('/', { '/': <Mapped /> })
  fireEvent.click(screen.getByText('Öffnen'))
  fireEvent.change(await screen.findByLabelText('Beträge'), { target: { value: '19' } })
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[2]?.body.mapping).toEqual({ vat: 19 })
})

test('a change made before the one before it was checked adds to that one', async () => {
  let first = (_: ReturnType<typeof answer>) => {}
  const late = new Promise<ReturnType<typeof answer>>((resolve) => {
    first = resolve
  })
  const file = { body: { encoding: 'UTF-8', sheets: [{ name: '', text: 'x', rows: 1 }] } }
  const both = { campaign: 3, number_format: 'en' }
  const calls = answering(file, answer({}), late, answer(both))
  renderAt('/', { '/': <Mapped /> })
  fireEvent.click(screen.getByText('Öffnen'))
  const campaign = await screen.findByLabelText<HTMLSelectElement>('Spalte: Kampagne')
  fireEvent.change(campaign, { target: { value: '3' } })
  expect(campaign.value).toBe('3')
  fireEvent.change(screen.getByLabelText('Zahlen'), { target: { value: 'en' } })
  await waitFor(() => expect(calls).toHaveLength(4))
  expect(calls[3]?.body.mapping).toMatchObject(both)
  await screen.findByText('geprüft')
  first(answer({ campaign: 3 }))
  expect(screen.getByLabelText<HTMLSelectElement>('Zahlen').value).toBe('en')
})
