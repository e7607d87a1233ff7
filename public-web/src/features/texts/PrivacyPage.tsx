import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { versionLine } from '@/content/de/legalVersions'
import { privacyText, REMEMBERED_ORIGIN } from '@/content/de/privacy'
import { useSettings } from '@/lib/settingsContext'
import { Contents } from './Contents'
import { RememberedOrigin } from './RememberedOrigin'

export default function PrivacyPage() {
  const text = privacyText(useSettings().company)
  return (
    <TextArticle
      {...text}
      version={versionLine('privacy')}
      extras={{ [REMEMBERED_ORIGIN]: <RememberedOrigin /> }}
    >
      <Contents sections={text.sections} />
    </TextArticle>
  )
}
