import './texts.css'
import { TextArticle } from '@/components/TextArticle'
import { CATALOGUE, measuresText } from '@/content/de/measures'
import { Contents } from './Contents'
import { FigureCatalogue } from './FigureCatalogue'

export default function MeasuresPage() {
  return (
    <TextArticle {...measuresText} extras={{ [CATALOGUE]: <FigureCatalogue /> }}>
      <Contents sections={measuresText.sections} />
    </TextArticle>
  )
}
