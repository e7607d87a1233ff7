import { Icon } from '@/ui/page/Icon'
import { sizeWords } from '../message'
import type { FilesState } from './useFiles'
import type { Upload } from './useUploads'

/** The files of a message that is being written: those on the server, on their way, and refused. */
export function FileList({ state, fault }: { state: FilesState; fault: string | undefined }) {
  const { files, uploads, remove, forget } = state
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul className="composer-files" aria-label="Angehängte Dateien">
          {files.map((file) => (
            <li key={`${file.isOfConversation}${file.id}`}>
              <span>
                {file.name} <small className="muted">{sizeWords(file.size)}</small>
              </span>
              <Remove name={file.name} onPress={() => remove(file)} />
            </li>
          ))}
          {uploads.map((upload) => (
            <li key={`upload ${upload.key}`} data-refused={upload.problem !== null || undefined}>
              <span>
                {upload.name} <Standing upload={upload} />
              </span>
              <Remove name={upload.name} onPress={() => forget(upload)} />
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p className="error-text tiny" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

function Standing({ upload: { name, part, problem } }: { upload: Upload }) {
  if (problem)
    return (
      <small className="error-text" role="alert">
        {problem}
      </small>
    )
  return <progress value={part} aria-label={`${name} wird angehängt`} />
}

const Remove = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button type="button" className="text-button" aria-label={`${name} entfernen`} onClick={onPress}>
    <Icon name="close" size={14} />
  </button>
)
