import { ApiError } from '@/api/problem'

/** What browsers say by the name of an exception, as sentences. */
const SENTENCES: Record<string, string> = {
  InvalidStateError:
    'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto. Sie brauchen hier keinen zweiten.',
  NotSupportedError:
    'Dieses Gerät kann keinen passenden Passkey anlegen. Bitte nehmen Sie ein anderes Gerät oder einen Sicherheitsschlüssel.',
  ConstraintError:
    'Dieses Gerät hat keine Bildschirmsperre. Bitte richten Sie zuerst PIN, Fingerabdruck oder Gesicht ein.',
  SecurityError:
    'Unter dieser Adresse gehen Passkeys nicht. Bitte öffnen Sie die Konsole unter ihrer gewohnten Adresse.',
}
export type Wanted = 'choose' | 'make'

/** Browsers do not say which: the user closed their dialog, or there was no passkey to choose. */
const CANCELLED: Record<Wanted, string> = {
  choose:
    'Es wurde kein Passkey gewählt. Bitte versuchen Sie es noch einmal oder nehmen Sie Passwort und Code.',
  make: 'Es wurde kein Passkey angelegt. Bitte versuchen Sie es noch einmal.',
}
const TOO_LATE = 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.'
const FAILED = 'Das hat mit diesem Passkey nicht geklappt. Bitte versuchen Sie es noch einmal.'

/** What to throw for an exception of `navigator.credentials`: a sentence, or the exception of our own abort. */
export function passkeyProblem(error: unknown, wanted: Wanted, isTooLate: boolean): Error {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return error as Error
  return new ApiError({ code: 'passkey', title: sentenceFor(name, wanted, isTooLate), status: 0 })
}

function sentenceFor(name: string, wanted: Wanted, isTooLate: boolean): string {
  if (name === 'NotAllowedError') return isTooLate ? TOO_LATE : CANCELLED[wanted]
  return SENTENCES[name] ?? FAILED
}
