import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { imprintText } from '@/content/de/imprint'
import { versionLine } from '@/content/de/legalVersions'
import { useSettings } from '@/lib/settingsContext'

export default function ImprintPage() {
  const { company } = useSettings()
  return <TextArticle {...imprintText(company)} version={versionLine('imprint')} />
}
