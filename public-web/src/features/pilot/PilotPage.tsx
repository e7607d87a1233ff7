import './pilot.css'
import { stateOf, useParkState } from '@/lib/placesFree'
import { useSpots } from '@/lib/useSpots'
import { Facts } from './Facts'
import { LegalNotice } from './LegalNotice'
import { ParkView } from './ParkView'
import { Pictures } from './Pictures'
import { Steps } from './Steps'

export default function PilotPage() {
  const spots = useSpots()
  const known = useParkState()
  // The places are asked for with the picture of them, but not whether there is a pause.
  const state = spots && known !== 'paused' ? stateOf(spots) : known
  return (
    <>
      <ParkView spots={spots} state={state} />
      <Steps />
      <Facts />
      <Pictures />
      <LegalNotice state={state} />
    </>
  )
}
