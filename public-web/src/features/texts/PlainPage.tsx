import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { plainText } from '@/content/de/plain'
import { useSettings } from '@/lib/settingsContext'

export default function PlainPage() {
  return <TextArticle {...plainText(useSettings().company)} />
}
