import { TextArticle } from '@/components/TextArticle'
import { contactText } from '@/content/de/contact'
import { useSettings } from '@/lib/settingsContext'

export default function ContactPage() {
  return <TextArticle {...contactText(useSettings().company)} />
}
