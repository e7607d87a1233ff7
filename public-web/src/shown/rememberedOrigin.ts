import { rememberedOriginText } from '@/content/de/rememberedOrigin'
import { answer } from '@/lib/attribution/consent'
import { rememberedTouches } from '@/lib/attribution/memory'
import type { Touch } from '@/lib/attribution/touch'
import { say } from './text'

/** What this device remembers of the visitor's origin, with the button that deletes it, where the page has room for it. */
export function showRememberedOrigin(): void {
  const room = document.querySelector('.remembered')
  const said = room?.querySelector('p')
  if (!room || !said) return
  const { intro, nothing, entry, forget, forgotten } = rememberedOriginText
  const touches = rememberedTouches()
  said.textContent = touches.length > 0 ? intro : nothing
  if (touches.length === 0) return

  const list = document.createElement('ul')
  for (const touch of touches)
    say(
      list.appendChild(document.createElement('li')),
      entry(touch.at, valuesOf(touch), touch.landing_path),
    )
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button--line button--small'
  button.textContent = forget
  button.addEventListener('click', () => {
    answer(false)
    list.remove()
    button.remove()
    said.textContent = forgotten
    // The button that had the focus is gone, and the sentence says what became of it.
    said.focus({ preventScroll: true })
  })
  room.append(list, button)
}

/** Everything else that is stored of a touch. */
const valuesOf = ({ at: _, landing_path: __, clicked_ad, ...values }: Touch): string[] =>
  [...Object.values(values), rememberedOriginText.clickedAd[clicked_ad]].filter(Boolean)
