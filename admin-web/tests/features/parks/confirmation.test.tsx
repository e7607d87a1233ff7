import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ParkConfirmation } from '@/features/parks/confirmation/ParkConfirmation'
import type { Park } from '@/ui/park/capacity'

/** What the page says of a park that was confirmed so many minutes ago. */
const said = (minutes: number) => {
  const park = { confirmed_at: new Date(Date.now() - minutes * 60_000).toISOString() } as Park
  return render(<ParkConfirmation park={park} mayChange={false} />).container.textContent
}

test.each([
  [1, 'schreiben wir in wenigen Minuten'],
  [11, 'haben wir geschrieben'],
  [500_000, 'haben wir geschrieben'],
])(
  '%i minutes after a park was confirmed, its mails are said to be where they are',
  (ago, words) => {
    expect(said(ago)).toContain(words)
  },
)
