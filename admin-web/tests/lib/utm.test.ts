import { expect, test } from 'vitest'
import { UTM_FIELDS } from '@/lib/utm'
import { repositoryFile } from '../repository'

test('the campaign fields are those of the golden table, which the server is compared with too', () => {
  const golden = JSON.parse(repositoryFile('tests/golden/touch_fields.json')) as { utm: string[] }
  expect([...UTM_FIELDS]).toEqual(golden.utm)
})
