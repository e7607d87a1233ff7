import { TextArticle } from '@/components/TextArticle'
import { privacyText } from '@/content/de/privacy'
import { useSettings } from '@/lib/settingsContext'

export default function PrivacyPage() {
  return <TextArticle {...privacyText(useSettings().company)} />
}
