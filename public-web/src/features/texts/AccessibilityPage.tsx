import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { accessibilityText } from '@/content/de/accessibility'
import { versionLine } from '@/content/de/legalVersions'
import { useSettings } from '@/lib/settingsContext'

export default function AccessibilityPage() {
  const { company } = useSettings()
  return <TextArticle {...accessibilityText(company)} version={versionLine('accessibility')} />
}
