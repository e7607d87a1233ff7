import { useRef } from 'react'
import { useCall } from '@/api/useCall'
import { useDraft } from '@/session/draft'
import type { PreviewOf } from '../composer/PreviewDialog'
import type { AttachedFile } from './attached'
import { useUploads } from './useUploads'

/**
 * The files of a message that is being written. They wait on the server for a day; which ones they are is
 * kept with the draft.
 */
export function useFiles(page: string, of: PreviewOf) {
  const call = useCall()
  const { draft, keep, restart } = useDraft<AttachedFile[]>(`${page} files`, 'tab', () => [])
  // Files arrive whenever they do: each is added to the list as it is then.
  const files = useRef(draft)
  function put(next: AttachedFile[]) {
    files.current = next
    if (next.length > 0) keep(next)
    else restart(next)
  }
  const { uploads, add, forget, clear } = useUploads(of, ({ id, filename, size_bytes }) =>
    put([...files.current, { id, name: filename, size: size_bytes, isOfConversation: false }]),
  )
  function remove(file: AttachedFile) {
    put(files.current.filter((one) => one !== file))
    if (file.isOfConversation) return
    const params = { path: { file_id: file.id } }
    // It goes after a day in any case.
    call('delete', '/api/staff/answer-files/{file_id}', { params }).catch(() => {})
  }
  return {
    files: draft,
    uploads,
    isSending: uploads.some((one) => !one.problem),
    add: (chosen: readonly File[]) =>
      add(
        chosen,
        files.current.map((one) => one.size),
      ),
    remove,
    forget,
    /** After sending, or with the files of what was taken back. */
    begin: (next: AttachedFile[] = []) => {
      clear()
      put(next)
    },
  }
}

export type FilesState = ReturnType<typeof useFiles>
