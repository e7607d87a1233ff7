import { beforeEach, expect, test } from 'vitest'
import { closeOthers, openQuestion, reveal } from '@/features/faqs/reveal'

// happy-dom leaves details of one name open side by side, as a browser without support does.
beforeEach(() => {
  document.body.innerHTML = `
    <details name="faq" open><summary>a</summary><div id="a"></div></details>
    <details name="faq"><summary>b</summary><div id="b"><details open><p>source</p></details></div></details>
    <details name="other" open><summary>c</summary><div id="c"></div></details>`
})

const question = (id: string) => document.getElementById(id)?.parentElement as HTMLDetailsElement

test('where the browser does not, the others of the group are closed', () => {
  question('b').open = true
  closeOthers(question('b'))
  expect(['a', 'b', 'c'].map((id) => question(id).open)).toEqual([false, true, true])
  expect(document.querySelector<HTMLDetailsElement>('#b details')?.open).toBe(true)
})

test('the open question is read from the page', () => {
  expect(openQuestion()).toBe('a')
  question('a').open = false
  question('c').open = false
  expect(openQuestion()).toBeNull()
})

test('an answer is revealed by its id, and an unknown one changes nothing', () => {
  reveal('b')
  expect(question('b').open).toBe(true)
  question('b').open = false
  reveal('nowhere')
  expect(question('b').open).toBe(false)
})
