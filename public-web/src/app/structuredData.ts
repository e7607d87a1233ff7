import { faqsText } from '@/content/de/faqs'
import { pageMeta } from '@/content/de/pageMeta'
import { type Path, paths } from '@/lib/paths'
import { plainText } from '@/lib/plainText'
import type { Settings } from '@/lib/settings'

type Thing = { '@type': string } & Record<string, unknown>

/**
 * What search engines read about a page, as JSON-LD: who runs the site, where the page stands, and
 * the questions it answers. Pages that are not to be listed say nothing.
 */
export function structuredData(page: Path | 'notFound', settings: Settings): string {
  if (!pageMeta(page).indexed || page === 'notFound') return ''
  const things = [organization(settings), breadcrumbs(page, settings.publicUrl)]
  if (page === paths.faqs) things.push(questions())
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  // A closing tag within a text would end the element.
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

function organization({ publicUrl, company }: Settings): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: company.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    email: company.email,
    telephone: company.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.street,
      // Postcode and place are one setting, as an envelope shows them.
      addressLocality: company.postcodeCity,
      addressCountry: 'DE',
    },
  }
}

function breadcrumbs(page: Path, publicUrl: string): Thing {
  const trail = page === paths.home ? [page] : [paths.home, page]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((path, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: pageMeta(path).name,
      item: `${publicUrl}${path}`,
    })),
  }
}

function questions(): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: faqsText.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map(plainText).join(' ') },
    })),
  }
}
