import { answer, consent } from '@/lib/attribution/consent'
import { reportStep } from '@/lib/attribution/report'

/**
 * Shows the line of `OriginQuestionHtml` where the visitor is to be asked, and takes it away where
 * the question has been answered elsewhere. It neither waits for React nor belongs to its tree, so
 * it stays through navigations until it is answered.
 */
export function askAboutOrigin(): void {
  const place = document.getElementById('herkunft')
  const template = place?.querySelector('template')
  if (!place || !template) return
  const asks = consent() === 'unanswered'
  place.className = 'origin'
  place.replaceChildren(template, ...(asks ? [template.content.cloneNode(true)] : []))
  place.onclick = ({ target }) => {
    const button = (target as Element).closest('button')
    if (!button) return
    answer(button.dataset.answer === 'yes')
    reportStep('answered')
    // Said to screen readers only; the reading position goes back to the page.
    place.className = 'visually-hidden'
    place.replaceChildren(template, button.dataset.done ?? '')
    document.getElementById('inhalt')?.focus({ preventScroll: true })
  }
}
