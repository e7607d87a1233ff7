/**
 * A mail carries its looks in `style` attributes, which the console's content security policy does
 * not allow in a frame either. Each becomes a class, beside those the element has already, of one
 * style sheet that has the page's nonce; the mail's own sheet gets the nonce too. The mail is shown
 * in the light unless `scheme` says otherwise: the reader's dark system says nothing about the
 * recipient's. The mail is our own template, whose values are escaped: a quoted attribute ends at its
 * quote.
 */
export function withStyleSheet(
  html: string,
  nonce: string,
  scheme: 'light' | 'dark' = 'light',
): string {
  const classes = new Map<string, string>()
  const body = html
    .replace(/<[a-z][^>]* style="[^"]*"[^>]*>/g, (tag) => {
      const style = STYLE.exec(tag)?.[1] ?? ''
      const name = classes.get(style) ?? `m${classes.size}`
      classes.set(style, name)
      const plain = tag.replace(STYLE, '')
      return CLASS.test(plain)
        ? plain.replace(CLASS, ` class="$1 ${name}"`)
        : plain.replace(/^<[a-z][a-z0-9]*/, `$& class="${name}"`)
    })
    .replace(DARK, scheme === 'dark' ? '$1' : '')
    .replace(SCHEMES, `$1${scheme}$2`)
    .replaceAll('<style>', `<style nonce="${nonce}">`)
  const rules = [...classes].map(([style, name]) => `.${name}{${unescaped(style)}}`).join('')
  const sheet = `<style nonce="${nonce}">${rules}</style>`
  return body.includes('</head>') ? body.replace('</head>', `${sheet}</head>`) : sheet + body
}

const STYLE = / style="([^"]*)"/
const CLASS = / class="([^"]*)"/
const DARK = /@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g
const SCHEMES = /(<meta name="(?:supported-)?color-schemes?" content=")light dark(">)/g

const unescaped = (style: string): string =>
  style.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#34;', '"')
