import { followPlaces } from './places'
import { followQuestions } from './questions'
import { showRememberedOrigin } from './rememberedOrigin'
import { drawSpots } from './spots'

/** All that moves in pages that React does not take over; each part looks whether the page is one of its own. */
export async function moveShown(): Promise<void> {
  followPlaces()
  followQuestions()
  showRememberedOrigin()
  await drawSpots()
}
