/** Where most households have their mailbox. */
const COMMON = [
  'gmail.com',
  'googlemail.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'freenet.de',
  'outlook.com',
  'outlook.de',
  'hotmail.com',
  'hotmail.de',
  'yahoo.com',
  'yahoo.de',
  'icloud.com',
  'posteo.de',
  'mailbox.org',
  'aol.com',
  'arcor.de',
  'live.de',
  'live.com',
  'me.com',
  'mail.de',
  'vodafone.de',
]
/** Real ones that look like a slip. */
const NEIGHBOURS = [
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.eu',
  'gmx.info',
  'gmx.org',
  'email.de',
  'email.com',
  'mail.com',
  'ymail.com',
  'outlook.at',
  'hotmail.at',
  'hotmail.fr',
  'yahoo.at',
  'yahoo.fr',
  'live.at',
  'live.nl',
  'mac.com',
  'pm.me',
  'mail.ru',
]

/** The address as it was probably meant; null when nothing looks like a slip of one letter. */
export function likelyAddress(email: string): string | null {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || COMMON.includes(domain) || NEIGHBOURS.includes(domain)) return null
  const meant = COMMON.find((known) => isOneSlip(domain, known))
  return meant ? `${text.slice(0, at)}@${meant}` : null
}

/** Whether one letter is missing, too many, another, or swapped with its neighbour. */
function isOneSlip(typed: string, known: string): boolean {
  if (Math.abs(typed.length - known.length) > 1) return false
  let start = 0
  while (start < known.length && typed[start] === known[start]) start += 1
  const [rest, meant] = [typed.slice(start), known.slice(start)]
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return (
    rest.slice(1) === meant.slice(1) ||
    rest.slice(1) === meant ||
    rest === meant.slice(1) ||
    swapped === meant
  )
}
