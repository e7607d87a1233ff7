import { expect, test } from 'vitest'
import { type AttackBlock, type Attacks, meaningOf, summaryOf } from '@/features/attacks/attacks'

function board(blocks: Partial<AttackBlock>[]): Attacks {
  const words = { title: 'Zu viele Aufrufe', words: '', means: '', does: '', helps: '', quiet: '' }
  const none = { last_hour: 0, last_day: 0, raised_from: 300, is_raised: false, lines: [] }
  const data = blocks.map((block) => ({ name: 'refusals' as const, ...words, ...none, ...block }))
  return { data, hours: [], days: [], is_raised: data.some((block) => block.is_raised) }
}

test.each([
  ['nothing', {}, 'Es ist ruhig.', 'Seit gestern wurde nichts abgewiesen'],
  ['the usual', { last_day: 7 }, 'Es ist ruhig.', 'in dieser Menge üblich'],
  ['a flood', { last_day: 900, is_raised: true }, 'Es häuft sich: Zu viele Aufrufe.', 'was hilft'],
])('the board says what %s means', (_, block, summary, meaning) => {
  const page = board([block])
  expect(summaryOf(page)).toBe(summary)
  expect(meaningOf(page)).toContain(meaning)
})
