import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { contentsLabel, versionLine } from '@/content/de/legalVersions'
import { privacyText } from '@/content/de/privacy'
import { useSettings } from '@/lib/settingsContext'

export default function PrivacyPage() {
  const { company } = useSettings()
  return (
    <TextArticle
      {...privacyText(company)}
      version={versionLine('privacy')}
      contents={contentsLabel}
    />
  )
}
