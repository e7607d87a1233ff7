import { describe, expect, it } from 'vitest'
import { boundWords, filesOf, namedFiles } from '@/features/messages/files/attached'

const MB = 1024 * 1024
const FILE = { id: 7, name: 'Plan.pdf', size: MB, isOfConversation: false }

describe('files of a message', () => {
  it('are bounded as on the server: 10 MB each, 25 MB together, ten', () => {
    expect(boundWords(10 * MB, [])).toBeNull()
    expect(boundWords(10 * MB + 1, [])).toContain('größer als 10 MB')
    expect(boundWords(5 * MB, [10 * MB, 10 * MB])).toBeNull()
    expect(boundWords(5 * MB + 1, [10 * MB, 10 * MB])).toContain('größer als 25 MB')
    expect(boundWords(1, Array(9).fill(1))).toBeNull()
    expect(boundWords(1, Array(10).fill(1))).toContain('Mehr als 10 Dateien')
  })

  it('are named by where they stand: uploaded, or in the conversation already', () => {
    expect(namedFiles([FILE, { ...FILE, id: 8, isOfConversation: true }])).toEqual({
      files: [7],
      attachments: [8],
    })
  })

  it('come back with the message that was taken back', () => {
    const attachment = {
      id: 8,
      filename: 'Plan.pdf',
      content_type: 'application/pdf',
      size_bytes: MB,
      refused_reason: null,
    }
    expect(filesOf({ attachments: [attachment] })).toEqual([
      { id: 8, name: 'Plan.pdf', size: MB, isOfConversation: true },
    ])
  })
})
