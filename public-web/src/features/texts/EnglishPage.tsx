import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { offerText } from '@/content/en/offer'
import { useSettings } from '@/lib/settingsContext'

export default function EnglishPage() {
  return <TextArticle {...offerText(useSettings().company)} />
}
