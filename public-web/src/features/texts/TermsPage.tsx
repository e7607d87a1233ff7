import { TextArticle } from '@/components/TextArticle'
import { termsText } from '@/content/de/terms'
import { useSettings } from '@/lib/settingsContext'

export default function TermsPage() {
  return <TextArticle {...termsText(useSettings().company)} />
}
