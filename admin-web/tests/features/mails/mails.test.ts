import { describe, expect, it } from 'vitest'
import { deliveryWords, type MailRow, sendAgainWords, wayToSendAgain } from '@/ui/mail/mail'
import { withStyleSheet } from '@/ui/mail/withStyleSheet'

describe('the preview of a mail', () => {
  it('has its looks in one sheet with the nonce of the page, and none in attributes', () => {
    const html = '<html><head></head><body style="margin:0"><p style="margin:0">x</p></body></html>'
    const shown = withStyleSheet(html, 'abc')
    expect(shown).toBe(
      '<html><head><style nonce="abc">.m0{margin:0}</style></head><body class="m0"><p class="m0">x</p></body></html>',
    )
  })

  it('keeps the classes of the mail and its own sheet', () => {
    const html = '<style>.card{}</style><p class="card" style="margin:0">x</p>'
    expect(withStyleSheet(html, 'abc')).toBe(
      '<style nonce="abc">.m0{margin:0}</style><style nonce="abc">.card{}</style><p class="card m0">x</p>',
    )
  })

  it('is in the light, whatever the system of the reader likes', () => {
    const html =
      '<head><meta name="color-scheme" content="light dark">' +
      '<style>\np{margin:0}\n@media (prefers-color-scheme: dark) {\nh1, h2 { color: red }\np { color: red }\n}\n' +
      '@media print {\np { margin: 0 }\n}</style></head>'
    expect(withStyleSheet(html, 'abc')).toBe(
      '<head><meta name="color-scheme" content="light">' +
        '<style nonce="abc">\np{margin:0}\n\n@media print {\np { margin: 0 }\n}</style>' +
        '<style nonce="abc"></style></head>',
    )
  })

  it('leaves text alone that only looks like an attribute', () => {
    const html = '<p> style=&#34;color:red&#34;</p>'
    expect(withStyleSheet(html, 'abc')).toContain(html)
  })
})

describe('where a mail stands', () => {
  const mail: MailRow = {
    id: 1,
    kind: 'reservation_received',
    subject: '',
    recipient: '',
    state: 'failed',
    is_letter: false,
    attempts: 1,
    last_error: null,
    created_at: '',
    sent_at: null,
    next_attempt_at: null,
    reservation_id: null,
    reference: null,
  }

  it('is told in a sentence with the next step', () => {
    expect(deliveryWords(mail, String)).toBe(
      'Nach einem Versuch aufgegeben. Prüfen Sie die Adresse, dann senden Sie die Mail erneut.',
    )
    const retrying = { ...mail, state: 'retrying', attempts: 2, next_attempt_at: '12:00' } as const
    expect(deliveryWords(retrying, String)).toBe(
      'Nach 2 Versuchen noch nicht angenommen. Der nächste folgt am 12:00.',
    )
  })
})

describe('sending a mail again', () => {
  it('is one thing: a failed mail is tried anew, any other repeated', () => {
    expect(wayToSendAgain({ can_retry: true, can_resend: true })).toBe('retry')
    expect(wayToSendAgain({ can_retry: false, can_resend: true })).toBe('resend')
    expect(wayToSendAgain({ can_retry: false, can_resend: false })).toBeNull()
  })

  it('says where it will go', () => {
    expect(sendAgainWords({ recipient_today: 'n•••@mail.example' })).toBe(
      'Erneut senden an n•••@mail.example',
    )
  })
})
