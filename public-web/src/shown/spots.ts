import { fetchSpots, type ParkSpots } from '@/api/spots'
import { parkNowText } from '@/content/de/parkNow'
import { cellsPath } from '@/lib/cells'
import { blockSize, GRID, pathOf, placesOf, plotOf } from '@/lib/parkDrawing'
import { gapsBetween, inBlock } from '@/lib/runs'
import { say } from './text'

/** Draws and counts the places of the park as they are now, on the page that shows it from above. */
export async function drawSpots(): Promise<void> {
  const field = document.querySelector('.park__blocks')
  const { park, state } = document.querySelector<HTMLElement>('.head')?.dataset ?? {}
  if (!field || !park) return
  const spots = await fetchSpots(park, new AbortController().signal)
  const count = document.querySelector('.park__count')
  say(count, spots ? sentenceOf(spots, state === 'cancelled') : parkNowText.unknown)
  if (!spots) return
  const { free, total, taken } = spots
  const [next] = state === 'open' ? gapsBetween(taken, total) : []
  field.setAttribute('aria-label', parkNowText.drawing(free, total))
  for (const [block, drawing] of [...field.children].entries()) {
    const { viewBox, fence } = plotOf(blockSize(total))
    drawing.setAttribute('viewBox', viewBox)
    drawing.querySelector('.place-fence')?.setAttribute('d', fence)
    for (const [state, runs] of Object.entries(placesOf(block, total, spots)))
      drawing.querySelector(`path[fill$="-${state})"]`)?.setAttribute('d', pathOf(runs))
    // Whoever reserves now gets the lowest number.
    const [own] = next ? inBlock([[next[0], next[0]]], block, blockSize(total)) : []
    drawing
      .querySelector('.place-next')
      ?.setAttribute('d', own ? cellsPath(GRID, own[0] - 1, own[0]) : '')
  }
  document.querySelector('.legend')?.removeAttribute('hidden')
}

function sentenceOf({ free, total, taken }: ParkSpots, isCancelled: boolean): string {
  if (isCancelled) return parkNowText.calledOff
  if (free > 0) return parkNowText.placesFree(free, total)
  return gapsBetween(taken, total).length === 0
    ? parkNowText.allTaken(total)
    : parkNowText.energyTaken
}
