import { termsText } from '@/content/de/terms'
import { useSettings } from '@/lib/settingsContext'
import { TextPage } from './TextPage'

export default function TermsPage() {
  return <TextPage {...termsText(useSettings().company)} />
}
