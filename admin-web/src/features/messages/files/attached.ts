/** Files of a message that is being written: their bounds, and what the server is told of them. Pure. */

import type { Message } from '../message'

export interface AttachedFile {
  id: number
  name: string
  size: number
  /** It stands in the conversation already, for example with an answer that was taken back. */
  isOfConversation: boolean
}

const MEGABYTE = 1024 * 1024
const LARGEST = 10 * MEGABYTE
const LARGEST_TOGETHER = 25 * MEGABYTE
const MOST = 10

/** What a choice of files offers first; the server judges by the content. */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.heic,.txt,.csv,.docx,.xlsx,.odt'

/** Why a file cannot be added to these; null: it can, as far as size and number go. */
export function boundWords(size: number, sizes: readonly number[]): string | null {
  if (size > LARGEST) return 'Diese Datei ist größer als 10 MB. Bitte verkleinern Sie sie.'
  if (sizes.length >= MOST) return 'Mehr als 10 Dateien nimmt eine Nachricht nicht auf.'
  if (size + sizes.reduce((sum, one) => sum + one, 0) > LARGEST_TOGETHER)
    return 'Zusammen wären die Dateien größer als 25 MB.'
  return null
}

/** The members of a message that name its files. */
export const namedFiles = (files: readonly AttachedFile[]) => ({
  files: files.filter((one) => !one.isOfConversation).map(({ id }) => id),
  attachments: files.filter((one) => one.isOfConversation).map(({ id }) => id),
})

/** The files of a message that is written once more. */
export const filesOf = ({ attachments }: Pick<Message, 'attachments'>): AttachedFile[] =>
  attachments.map(({ id, filename, size_bytes }) => ({
    id,
    name: filename,
    size: size_bytes,
    isOfConversation: true,
  }))
