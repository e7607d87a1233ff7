import './pilot.css'
import { useSpots } from '@/lib/useSpots'
import { Facts } from './Facts'
import { LegalNotice } from './LegalNotice'
import { ParkView } from './ParkView'
import { Pictures } from './Pictures'
import { Steps } from './Steps'

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
