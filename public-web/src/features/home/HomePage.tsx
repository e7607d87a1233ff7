import './home.css'
import { ContactPerson } from '@/components/ContactPerson'
import { personText } from '@/content/de/person'
import { useSettings } from '@/lib/settingsContext'
import { Benefits } from './Benefits'
import { Closing } from './Closing'
import { Credits } from './Credits'
import { FourSteps } from './FourSteps'
import { Hero } from './Hero'

export default function HomePage() {
  const { company, person } = useSettings()
  return (
    <div className="home">
      <Hero />
      <FourSteps />
      <div className="money">
        <Credits />
      </div>
      <Benefits />
      <ContactPerson {...personText(company, person)} />
      <Closing />
    </div>
  )
}
