import './dashboard.css'
import { useState } from 'react'
import { Link } from '@/components/Link'
import { dashboardText, type PreviewTopic } from '@/content/de/dashboard'
import { paths } from '@/lib/paths'
import { Actions } from './Actions'
import { DashboardHead } from './DashboardHead'
import { EnergyMonths } from './EnergyMonths'
import { MobileView } from './MobileView'
import { PreviewDialog } from './PreviewDialog'
import { ProjectCard } from './ProjectCard'
import { ShareCard } from './ShareCard'
import { sampleFigures } from './sample'

/**
 * A household's overview on sample data. Below 640 px the mobile mock-up takes the place of the
 * chart and the cards; the style sheet decides, and what it hides nothing can reach.
 */
export default function DashboardPage() {
  const [preview, setPreview] = useState<PreviewTopic | null>(null)
  return (
    <div className="dashboard">
      <DashboardHead onPreview={setPreview} />
      <div className="dashboard__top">
        <div className="wrap">
          <SampleNote />
          <Reduced />
          <EnergyMonths />
        </div>
      </div>
      <div className="wrap dashboard__body">
        <MobileView />
        <ShareCard />
        <ProjectCard />
        <Actions onPreview={setPreview} />
      </div>
      <PreviewDialog topic={preview} onClose={() => setPreview(null)} />
    </div>
  )
}

function SampleNote() {
  const { label, text } = dashboardText.sample
  return (
    <p className="dashboard__sample small">
      <strong>{label}</strong> {text}
    </p>
  )
}

function Reduced() {
  const { co2, details } = dashboardText
  return (
    <div className="dashboard__co2">
      <p>
        <span className="figure">{sampleFigures.co2}</span> {co2.label}
      </p>
      <p className="small quiet">{co2.note}</p>
      <Link to={paths.pilot}>{details}</Link>
    </div>
  )
}
