import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { versionLine } from '@/content/de/legalVersions'
import { privacyText } from '@/content/de/privacy'
import { useSettings } from '@/lib/settingsContext'
import { Contents } from './Contents'

export default function PrivacyPage() {
  const text = privacyText(useSettings().company)
  return (
    <TextArticle {...text} version={versionLine('privacy')}>
      <Contents sections={text.sections} />
    </TextArticle>
  )
}
