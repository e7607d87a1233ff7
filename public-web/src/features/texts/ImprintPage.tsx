import { TextArticle } from '@/components/TextArticle'
import { imprintText } from '@/content/de/imprint'
import { useSettings } from '@/lib/settingsContext'

export default function ImprintPage() {
  return <TextArticle {...imprintText(useSettings().company)} />
}
