import './pilot.css'
import { Facts } from './Facts'
import { LegalNotice } from './LegalNotice'
import { ParkView } from './ParkView'
import { Pictures } from './Pictures'
import { Steps } from './Steps'

export default function PilotPage() {
  return (
    <>
      <ParkView />
      <Steps />
      <Facts />
      <Pictures />
      <LegalNotice />
    </>
  )
}
