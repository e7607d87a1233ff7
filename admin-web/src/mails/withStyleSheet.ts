/**
 * A mail carries its looks in `style` attributes, which the console's content security policy does
 * not allow in a frame either. Each becomes a class of one style sheet that has the page's nonce.
 * The mail is our own template, whose values are escaped: a quoted attribute ends at its quote.
 */
export function withStyleSheet(html: string, nonce: string): string {
  const classes = new Map<string, string>()
  const body = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = classes.get(style) ?? `m${classes.size}`
    classes.set(style, name)
    return ` class="${name}"`
  })
  const rules = [...classes].map(([style, name]) => `.${name}{${unescaped(style)}}`).join('')
  const sheet = `<style nonce="${nonce}">${rules}</style>`
  return body.includes('</head>') ? body.replace('</head>', `${sheet}</head>`) : sheet + body
}

const unescaped = (style: string): string =>
  style.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#34;', '"')
