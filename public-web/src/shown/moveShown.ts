import { followContact } from './contact'
import { followPlaces } from './places'
import { followQuestions } from './questions'
import { showRememberedOrigin } from './rememberedOrigin'
import { drawSpots } from './spots'

/** Starts what moves on pages without React; each part does nothing on a page that is not its own. */
export async function moveShown(): Promise<void> {
  followContact()
  followPlaces()
  followQuestions()
  showRememberedOrigin()
  await drawSpots()
}
