import './pilot.css'
import { Facts } from './Facts'
import { LegalNotice } from './LegalNotice'
import { ParkView } from './ParkView'
import { Pictures } from './Pictures'
import { Steps } from './Steps'
import { useSpots } from './useSpots'

export default function PilotPage() {
  const spots = useSpots()
  const soldOut = spots?.free === 0
  return (
    <>
      <ParkView spots={spots} />
      <Steps />
      <Facts />
      <Pictures />
      <LegalNotice soldOut={soldOut} />
    </>
  )
}
