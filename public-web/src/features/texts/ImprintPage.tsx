import { imprintText } from '@/content/de/imprint'
import { useSettings } from '@/lib/settingsContext'
import { TextPage } from './TextPage'

export default function ImprintPage() {
  return <TextPage {...imprintText(useSettings().company)} />
}
