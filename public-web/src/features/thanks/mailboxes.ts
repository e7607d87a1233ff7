/** Where the mailboxes of the common providers are read, by the end of the address. */
const MAILBOXES: Readonly<Record<string, string>> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'gmx.de': 'https://www.gmx.net/',
  'gmx.net': 'https://www.gmx.net/',
  'web.de': 'https://web.de/',
  't-online.de': 'https://email.t-online.de/',
  'freenet.de': 'https://email.freenet.de/',
  'outlook.com': 'https://outlook.live.com/',
  'outlook.de': 'https://outlook.live.com/',
  'hotmail.com': 'https://outlook.live.com/',
  'hotmail.de': 'https://outlook.live.com/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'yahoo.de': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail',
  'posteo.de': 'https://posteo.de/',
  'mailbox.org': 'https://mailbox.org/',
}

export interface Mailbox {
  host: string
  address: string
}

/** The page on which this address's mailbox is read; null where we do not know it. */
export function mailboxOf(email: string): Mailbox | null {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const address = MAILBOXES[host]
  return address ? { host, address } : null
}
