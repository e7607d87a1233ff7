import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { versionLine } from '@/content/de/legalVersions'
import { termsText } from '@/content/de/terms'
import { useSettings } from '@/lib/settingsContext'
import { Contents } from './Contents'

export default function TermsPage() {
  const text = termsText(useSettings().company)
  return (
    <TextArticle {...text} version={versionLine('terms')}>
      <Contents sections={text.sections} />
    </TextArticle>
  )
}
