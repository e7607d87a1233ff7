import './home.css'
import { Benefits } from './Benefits'
import { Closing } from './Closing'
import { Credits } from './Credits'
import { FourSteps } from './FourSteps'
import { Hero } from './Hero'

export default function HomePage() {
  return (
    <div className="home">
      <Hero />
      <FourSteps />
      <div className="money">
        <Credits />
      </div>
      <Benefits />
      <Closing />
    </div>
  )
}
