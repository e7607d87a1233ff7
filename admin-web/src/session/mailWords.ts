import { knownSession } from './session'

/** „Die Einladung ist unterwegs.“, where a mail server takes it; else where it really is. */
export const onItsWay = (mail: string): string =>
  knownSession()?.mails_leave === false
    ? `${mail} liegt als Datei auf dem Server und erreicht niemanden: Ein Mailserver ist noch nicht eingerichtet.`
    : `${mail} ist unterwegs.`

/** „Die Mail wird gesendet.“, with what that comes to without a mail server. */
export const sending = (words: string): string =>
  knownSession()?.mails_leave === false
    ? `${words} Ohne Mailserver heißt das: Sie liegt als Datei auf dem Server und erreicht niemanden.`
    : words

/** What is added to steps that foretell a mail: nothing where a mail server takes it. */
export const nothingLeaves = (): string[] =>
  knownSession()?.mails_leave === false
    ? [
        'Ein Mailserver ist noch nicht eingerichtet: Mails liegen als Datei auf dem Server und erreichen niemanden.',
      ]
    : []
