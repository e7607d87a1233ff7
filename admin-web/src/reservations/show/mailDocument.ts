/**
 * A mail's HTML lives on style attributes, which the console's content security policy forbids to
 * documents parsed here. They travel as data and are set from outside, which the policy allows. The
 * frame has no scripts of its own; links lose their address, since a click could confirm something
 * in the household's name.
 */
export function previewDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  for (const element of mail.querySelectorAll('script, style, link, meta, base, iframe, object'))
    element.remove()
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href')
  for (const picture of mail.querySelectorAll('[src], [srcset], [background]')) {
    for (const name of ['src', 'srcset', 'background']) picture.removeAttribute(name)
  }
  for (const element of mail.querySelectorAll<HTMLElement>('[style]')) {
    element.dataset.style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
  }
  return `<!doctype html>${mail.documentElement.outerHTML}`
}

/** Gives the elements of a loaded frame their styles back, and the frame the height of its content. */
export function restoreStyles(frame: HTMLIFrameElement): void {
  const mail = frame.contentDocument
  if (!mail) return
  for (const element of mail.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  frame.style.height = `${mail.documentElement.scrollHeight}px`
}
