import { useLocation } from 'react-router-dom'
import { declarationTitles } from '@/content/de/declarations'
import './declarations.css'

/** A page whose middle the server makes for each call, between two marks it looks for. */
export default function FormPage() {
  const title = declarationTitles[useLocation().pathname]
  return (
    <div
      className="wrap declare"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written when the site is built
      dangerouslySetInnerHTML={{ __html: `<!--declaration--><h1>${title}</h1><!--/declaration-->` }}
    />
  )
}
