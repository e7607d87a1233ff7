import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { contentsLabel, versionLine } from '@/content/de/legalVersions'
import { termsText } from '@/content/de/terms'
import { useSettings } from '@/lib/settingsContext'

export default function TermsPage() {
  const { company } = useSettings()
  return (
    <TextArticle {...termsText(company)} version={versionLine('terms')} contents={contentsLabel} />
  )
}
