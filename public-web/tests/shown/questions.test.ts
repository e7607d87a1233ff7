import { beforeAll, beforeEach, expect, test } from 'vitest'
import { followQuestions } from '@/shown/questions'

const HTML = `
  <details class="faq" open><summary>a</summary><div id="a"></div></details>
  <details class="faq"><summary>b</summary><div id="b"><details open><p>source</p></details></div></details>
  <details open><summary>c</summary><div id="c"></div></details>`

beforeAll(followQuestions)
beforeEach(() => {
  document.body.innerHTML = HTML
})

const question = (id: string) => document.getElementById(id)?.parentElement as HTMLDetailsElement
// happy-dom leaves details of one name open side by side, as an older browser does.
function open(id: string) {
  question(id).open = true
  question(id).dispatchEvent(new Event('toggle'))
}

test('where the browser does not, the other questions are closed', () => {
  open('b')
  expect(['a', 'b', 'c'].map((id) => question(id).open)).toEqual([false, true, true])
  expect(document.querySelector<HTMLDetailsElement>('#b details')?.open).toBe(true)
})

test('an address opens its question, and one of nothing changes nothing', () => {
  for (const hash of ['#b', '#nowhere']) {
    window.location.hash = hash
    window.dispatchEvent(new Event('hashchange'))
    expect(question('b').open).toBe(true)
  }
})
