import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  type ParameterState,
  useParameters,
} from '@/features/reports/frame/parameters/useParameters'
import { renderAt } from '../../../screen'

const TAKES = { own: { rate: '5', years: '20' } }

test('two changes one right after the other are both kept', () => {
  let state: ParameterState | undefined
  function Page() {
    state = useParameters(TAKES)
    return null
  }
  renderAt('/reports/credits', { '/reports/credits': <Page /> })
  act(() => {
    state?.changeOwn({ rate: '6' })
    state?.changeOwn({ years: '12' })
  })
  expect(state?.parameters.own).toEqual({ rate: '6', years: '12' })
  expect(screen.getByTestId('address').textContent).toContain('rate=6&years=12')
})
