import Button from '@mui/material/Button'
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatSize } from '@/lib/format'
import { nothingLeaves } from '@/session/mailWords'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import { useArrival } from '@/ui/page/useArrival'
import { ACCEPTED } from '../files/attached'
import type { FilesState } from '../files/useFiles'
import type { Upload } from '../files/useUploads'
import { laterWords, sendWords } from './compose'
import { PreviewDialog, type PreviewOf } from './PreviewDialog'
import type { ComposerData, ComposerState } from './useComposer'
import { useNow } from './useNow'

interface ComposerProps {
  data: ComposerData
  state: ComposerState
  files: FilesState
  of: PreviewOf
  /** What the server refused, by member or as a whole. */
  faults: Record<string, string>
  problem: string | null
  isRunning: boolean
  /** Whether who has opened it writes at once. */
  isWanted?: boolean
  /** Beside the address, such as a caution. */
  note?: ReactNode
  onSend: () => void
}

/** Where a message is written. Strg and Enter send it; what was typed waits until it is sent. */
export function Composer(props: ComposerProps) {
  const { data, state, files, problem, isRunning } = props
  const drop = useDrop(files.add)
  const [isShown, setShown] = useState(false)
  const now = useNow(15_000)
  const isBlocked = state.isEmpty || state.left.length > 0 || isRunning || files.isSending
  const send = () => !isBlocked && props.onSend()
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="composer"
      aria-label="Nachricht schreiben"
      {...drop}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className="composer-head">
        <b>An {data.recipient}</b>
        {props.note}
        <span className="muted tiny">{!state.isEmpty && 'Entwurf bleibt hier'}</span>
      </p>
      <Fields {...props} />
      <FileList state={files} fault={props.faults.files} />
      {problem && <p role="alert">{problem}</p>}
      <div className="composer-foot">
        <Button onClick={() => setShown(true)} disabled={state.isEmpty || state.left.length > 0}>
          Ansehen
        </Button>
        <AttachButton onFiles={files.add} />
        <Later state={state} fault={props.faults.send_at} />
        <Button
          type="submit"
          variant="contained"
          color="secondary"
          disabled={isBlocked}
          aria-keyshortcuts="Control+Enter"
        >
          {sendWords(state.draft, now, data.window_minutes)}
          <Key name="Strg Enter" />
        </Button>
      </div>
      {nothingLeaves().map((sentence) => (
        <p key={sentence} className="muted tiny">
          {sentence}
        </p>
      ))}
      {state.draft.sendAt && (
        <p className="muted tiny">
          Geht {laterWords(state.draft.sendAt)} hinaus. Bis dahin können Sie die Nachricht
          zurückholen.
        </p>
      )}
      {isShown && (
        <PreviewDialog of={props.of} draft={state.draft} onClose={() => setShown(false)} />
      )}
    </form>
  )
}

/** Files that are dropped anywhere on the message. */
function useDrop(onFiles: FilesState['add']) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
}

function Fields({ data, state, faults, isWanted = false }: ComposerProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { draft, change, left } = state
  // Who comes to answer writes at once.
  useArrival('message-text')
  useShortcut('m', () => text.current?.focus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens
  useEffect(() => {
    if (isWanted) text.current?.focus()
  }, [])
  /** Marks a field in the text, so that typing replaces it. */
  function mark(field: string) {
    const at = draft.text.indexOf(field)
    text.current?.focus()
    if (at >= 0) text.current?.setSelectionRange(at, at + field.length)
  }
  return (
    <>
      <label className="composer-subject">
        <span className="muted tiny">Betreff</span>
        <input
          value={draft.subject}
          maxLength={270}
          aria-invalid={faults.subject !== undefined}
          onChange={({ target }) => change({ subject: target.value })}
        />
      </label>
      {faults.subject && <p className="error-text tiny">{faults.subject}</p>}
      <label className="visually-hidden" htmlFor="message-text">
        Text
      </label>
      <textarea
        id="message-text"
        ref={text}
        rows={7}
        placeholder="Antwort schreiben"
        value={draft.text}
        aria-keyshortcuts="m"
        aria-invalid={faults.text !== undefined}
        aria-describedby="composer-signature"
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={(event) => event.key === 'Escape' && text.current?.blur()}
      />
      <p className="muted tiny" id="composer-signature">
        Darunter steht: Freundliche Grüße, {data.signature}, Voltigo
      </p>
      {faults.text && <p className="error-text tiny">{faults.text}</p>}
      {left.length > 0 && (
        <p className="composer-left" role="status">
          Hier fehlt noch etwas:{' '}
          {left.map((field) => (
            <button key={field} type="button" className="note-chip" onClick={() => mark(field)}>
              {field}
            </button>
          ))}{' '}
          Bitte ersetzen Sie es durch Ihre Worte.
        </p>
      )}
    </>
  )
}

/** Chooses files, one or several. Dropping them on the message does the same. */
function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>Dateien anhängen</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label="Dateien wählen"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** „Später senden“: a moment in Berlin at which the message leaves. */
function Later({ state, fault }: { state: ComposerState; fault: string | undefined }) {
  const { draft, change } = state
  const [isOpen, setOpen] = useState(draft.sendAt !== '')
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Später senden</Button>
  function close() {
    setOpen(false)
    change({ sendAt: '' })
  }
  return (
    <span className="composer-later">
      <label>
        <span className="visually-hidden">Senden am</span>
        <input
          type="datetime-local"
          value={draft.sendAt}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => change({ sendAt: target.value })}
        />
      </label>
      <button type="button" className="text-button" onClick={close}>
        Doch gleich
      </button>
      {fault && <span className="error-text tiny">{fault}</span>}
    </span>
  )
}

/** The files of a message that is being written: those on the server, on their way, and refused. */
function FileList({ state, fault }: { state: FilesState; fault: string | undefined }) {
  const { files, uploads, remove, forget } = state
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul className="composer-files" aria-label="Angehängte Dateien">
          {files.map((file) => (
            <li key={`${file.isOfConversation}${file.id}`}>
              <span>
                {file.name} <small className="muted">{formatSize(file.size)}</small>
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
