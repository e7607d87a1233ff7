import './home.css'
import { Benefits } from './Benefits'
import { Closing } from './Closing'
import { Credits } from './Credits'
import { FourSteps } from './FourSteps'
import { Hero } from './Hero'
import { Scenarios } from './Scenarios'

export default function HomePage() {
  return (
    <>
      <Hero />
      <FourSteps />
      <div className="money">
        <Credits />
        <Scenarios />
      </div>
      <Benefits />
      <Closing />
    </>
  )
}
