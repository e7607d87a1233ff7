import { privacyText } from '@/content/de/privacy'
import { useSettings } from '@/lib/settingsContext'
import { TextPage } from './TextPage'

export default function PrivacyPage() {
  return <TextPage {...privacyText(useSettings().company)} />
}
