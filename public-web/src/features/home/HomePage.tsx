import './home.css'
import { ContactPerson } from '@/components/ContactPerson'
import { personText } from '@/content/de/person'
import { useSettings } from '@/lib/settingsContext'
import { Benefits } from './Benefits'
import { Closing } from './Closing'
import { Credits } from './Credits'
import { FourSteps } from './FourSteps'
import { Hero } from './Hero'
import { Scenarios } from './Scenarios'

export default function HomePage() {
  const { company, person } = useSettings()
  return (
    <>
      <Hero />
      <FourSteps />
      <div className="money">
        <Credits />
        <Scenarios />
      </div>
      <Benefits />
      <ContactPerson {...personText(company, person)} />
      <Closing />
    </>
  )
}
