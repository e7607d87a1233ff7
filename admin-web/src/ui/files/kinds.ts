/** What a file is by its first bytes, whatever its name says. Pure. */
import { ArchiveError, namesIn } from './archive'

export type FileKind = 'text' | 'workbook'

/** Why a file cannot be read, in German. */
export class FileRefusal extends Error {}

const PROBED = 512
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** The stream of an encrypted workbook, as its container names it. */
const ENCRYPTED_STREAM = 'EncryptedPackage'

export const SENTENCES = {
  empty: 'Die Datei ist leer.',
  oldExcel:
    'Das ist eine Datei aus einem alten Excel (.xls). Bitte speichern Sie sie als .xlsx oder als CSV.',
  password:
    'Diese Excel-Datei ist mit einem Kennwort geschützt. Bitte entfernen Sie das Kennwort in Excel und speichern Sie die Datei neu.',
  page: 'Das ist eine Internetseite, keine Tabelle, auch wenn sie als Excel-Datei benannt ist. Bitte öffnen Sie sie in Excel und speichern Sie sie als .xlsx oder als CSV.',
  openOffice:
    'Das ist eine Datei aus LibreOffice (.ods). Bitte speichern Sie sie als .xlsx oder als CSV.',
  binary:
    'Das ist eine binäre Arbeitsmappe (.xlsb). Bitte speichern Sie sie als .xlsx oder als CSV.',
  archive: 'Das ist ein Archiv ohne Tabelle. Bitte wählen Sie eine CSV- oder Excel-Datei.',
  damaged:
    'Diese Excel-Datei lässt sich nicht lesen. Bitte speichern Sie sie neu, als .xlsx oder als CSV.',
  unpacked:
    'Diese Excel-Datei ist entpackt zu groß. Bitte kopieren Sie nur die Tabelle in eine neue Datei.',
  other: 'Das ist keine Tabelle. Bitte wählen Sie eine CSV- oder Excel-Datei.',
} as const

/** Whether to read a file as text or as a workbook; throws a `FileRefusal` for anything else. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new FileRefusal(SENTENCES.empty)
  if (OLD_OFFICE.every((byte, place) => bytes[place] === byte))
    throw new FileRefusal(isEncrypted(bytes) ? SENTENCES.password : SENTENCES.oldExcel)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PROBED))
  if (head.startsWith('PK')) return archiveKind(bytes)
  if (/^(?:ï»¿)?\s*<(?:!doctype|html|head|body|table|meta|\?xml)/i.test(head))
    throw new FileRefusal(SENTENCES.page)
  if (/^(?:%PDF|\{\\rtf|\x89PNG|\xff\xd8\xff|GIF8|Rar!|7z)/.test(head))
    throw new FileRefusal(SENTENCES.other)
  return 'text'
}

function archiveKind(bytes: Uint8Array): FileKind {
  const names = safeNames(bytes)
  if (names.includes('xl/workbook.xml')) return 'workbook'
  if (names.includes('xl/workbook.bin')) throw new FileRefusal(SENTENCES.binary)
  if (names.includes('content.xml')) throw new FileRefusal(SENTENCES.openOffice)
  throw new FileRefusal(SENTENCES.archive)
}

function safeNames(bytes: Uint8Array): string[] {
  try {
    return namesIn(bytes)
  } catch (error) {
    throw archiveRefusal(error)
  }
}

/** The sentence for an archive that cannot be unpacked. */
export function archiveRefusal(error: unknown): FileRefusal {
  if (!(error instanceof ArchiveError)) return new FileRefusal(SENTENCES.damaged)
  if (error.fault === 'encrypted') return new FileRefusal(SENTENCES.password)
  return new FileRefusal(error.fault === 'too-large' ? SENTENCES.unpacked : SENTENCES.damaged)
}

/** Names of streams stand in UTF-16 in the directory of the container. */
function isEncrypted(bytes: Uint8Array): boolean {
  const wide = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1))
  return wide.includes(ENCRYPTED_STREAM)
}
