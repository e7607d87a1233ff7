import { contactText } from '@/content/de/contact'
import { useSettings } from '@/lib/settingsContext'
import { TextPage } from './TextPage'

export default function ContactPage() {
  return <TextPage {...contactText(useSettings().company)} />
}
