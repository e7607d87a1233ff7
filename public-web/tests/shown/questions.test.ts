import { beforeAll, beforeEach, expect, test } from 'vitest'
import { followQuestions } from '@/shown/questions'

const HTML = `
  <nav class="plan"><a href="#a">1</a><a href="#b">2</a><a href="#nowhere">3</a></nav>
  <details class="faq" open><summary>a</summary><div id="a"></div></details>
  <details class="faq"><summary>b</summary><div id="b"><details open><p>source</p></details></div></details>
  <details open><summary>c</summary><div id="c"></div></details>`

beforeAll(followQuestions)
beforeEach(() => {
  document.body.innerHTML = HTML
})

const question = (id: string) => document.getElementById(id)?.parentElement as HTMLDetailsElement
const marked = () =>
  [...document.querySelectorAll('.plan [aria-current]')].map((link) => link.getAttribute('href'))

// happy-dom leaves details of one name open side by side, as an older browser does.
function open(id: string) {
  question(id).open = true
  question(id).dispatchEvent(new Event('toggle'))
}

test('where the browser does not, the other questions are closed, and the plan shows the open one', () => {
  open('b')
  expect(['a', 'b', 'c'].map((id) => question(id).open)).toEqual([false, true, true])
  expect(document.querySelector<HTMLDetailsElement>('#b details')?.open).toBe(true)
  expect(marked()).toEqual(['#b'])
  question('b').open = false
  question('b').dispatchEvent(new Event('toggle'))
  expect(marked()).toEqual([])
})

test('a link of the plan opens its question each time, and one to nothing changes nothing', () => {
  const [, second, third] = document.querySelectorAll<HTMLElement>('.plan a')
  second?.click()
  expect(question('b').open).toBe(true)
  question('b').open = false
  second?.click()
  expect(question('b').open).toBe(true)
  third?.click()
  expect(question('b').open).toBe(true)
})
