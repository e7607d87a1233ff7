import { type FocusEvent, type KeyboardEvent, useId } from 'react'
import { formatMomentShort } from '@/lib/format'
import { conflictValue, type FactField } from './fields'
import type { FactConflict, FactEdit } from './useFact'

interface FactEditorProps {
  fields: readonly FactField[]
  edit: FactEdit
}

/**
 * The inputs of a fact: Enter saves, Escape leaves it as it was. Going on saves what was typed, and Tab goes on to the
 * next fact, opened.
 */
export function FactEditor({ fields, edit }: FactEditorProps) {
  const usual = fields.find((field) => field.isUsual) ?? fields[0]
  const id = useId()
  function onKeyDown(event: KeyboardEvent) {
    const isButton = event.target instanceof HTMLButtonElement
    if (event.key === 'Tab' && opensNeighbour(event)) event.preventDefault()
    if (event.key === 'Tab') return
    if (event.key === 'Escape') edit.leave()
    else if (event.key === 'Enter' && !isButton) void edit.saveAndReturn()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget) || edit.conflicts.length > 0) return
    // The window lost the focus, not the field.
    if (!document.hasFocus()) return
    void edit.save()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the inputs in it
    <div className="fact-editor" onKeyDown={onKeyDown} onBlur={onBlur} aria-busy={edit.isRunning}>
      <div className="fact-inputs">
        {fields.map((field) => (
          <FactInput
            key={field.member}
            id={`${id}-${field.member}`}
            field={field}
            edit={edit}
            hasFocus={field === usual}
          />
        ))}
      </div>
      <Faults id={id} fields={fields} edit={edit} />
      {edit.problem && (
        <p className="error-text" role="alert">
          {edit.problem}
        </p>
      )}
      {edit.conflicts.length > 0 ? (
        <Conflicts edit={edit} />
      ) : (
        <p className="fact-hint" role="status">
          {edit.isRunning ? (
            'Wird gespeichert'
          ) : (
            <>
              <kbd>Enter</kbd> speichert <kbd>Esc</kbd> lässt es
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** Below all inputs, as wide as the fact: beside its input a sentence would be as narrow as a postcode. */
const Faults = ({ id, fields, edit }: FactEditorProps & { id: string }) =>
  fields.map(
    ({ member }) =>
      edit.fieldErrors[member] && (
        <p key={member} id={`${id}-${member}`} className="error-text" role="alert">
          {edit.fieldErrors[member]}
        </p>
      ),
  )

/** From the last input of a fact to the next fact, and back; false where there is none. */
function opensNeighbour({ currentTarget, target, shiftKey }: KeyboardEvent): boolean {
  const inputs = [...currentTarget.querySelectorAll<HTMLElement>('input, select')]
  if (target !== inputs.at(shiftKey ? 0 : -1)) return false
  const facts = currentTarget.closest('.facts')?.querySelectorAll('.fact-value, .fact-editor') ?? []
  const all = [...facts]
  const next = all[all.indexOf(currentTarget) + (shiftKey ? -1 : 1)]
  if (!(next instanceof HTMLButtonElement)) return false
  next.click()
  return true
}

interface FactInputProps {
  /** Of what is said about it: its fault, else its hint. */
  id: string
  field: FactField
  edit: FactEdit
  hasFocus: boolean
}

function FactInput({ id, field, edit, hasFocus }: FactInputProps) {
  const { member, label, options, isDay, hint, inputMode, maxLength } = field
  const fault = edit.fieldErrors[member]
  const text = edit.typing?.texts[member] ?? ''
  const shared = {
    'aria-label': label,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault || hint ? id : undefined,
    className: 'fact-input',
    // The user has just clicked on it in order to write.
    autoFocus: hasFocus,
  }
  return (
    <span className="fact-field" data-member={member}>
      {options ? (
        <select {...shared} value={text} onChange={({ target }) => edit.type(member, target.value)}>
          {!options.includes(text) && <option value={text}>{text}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          value={text}
          type={isDay ? 'date' : 'text'}
          inputMode={inputMode}
          maxLength={maxLength}
          autoComplete="off"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => edit.type(member, target.value)}
        />
      )}
      {hint && !fault && (
        <small id={id} className="muted">
          {hint}
        </small>
      )}
    </span>
  )
}

/** Theirs above, mine below, and the two ways on. Nothing else of the record waits for it. */
function Conflicts({ edit }: { edit: FactEdit }) {
  const first = edit.conflicts[0] as FactConflict
  return (
    <div className="fact-clash" role="alert">
      {edit.conflicts.map(({ field, value, at, by_name }) => (
        <p key={field}>
          <b className="fact-theirs">{conflictValue(field, value)}</b>{' '}
          <small>
            {by_name ?? 'Haushalt oder System'}, {formatMomentShort(at)}
          </small>
          <span className="fact-mine">
            Sie hatten <b>{typedWords(field, edit)}</b> geschrieben.
          </span>
        </p>
      ))}
      <p className="fact-choice">
        <button type="button" className="button" onClick={edit.leave}>
          {theirsWords(first.by_name)} lassen
        </button>
        <button
          type="button"
          className="button"
          disabled={edit.isRunning}
          onClick={() => edit.takeMine()}
        >
          Meinen nehmen
        </button>
      </p>
    </div>
  )
}

function typedWords(field: string, { typing }: FactEdit): string {
  const text = typing?.texts[field]
  return text ? conflictValue(field, text) : 'nichts'
}

/** „Kims Wert“, „Jonas’ Wert“. */
export function theirsWords(name: string | null): string {
  const first = name?.split(' ')[0]
  if (!first) return 'Neuen Wert'
  return /[sßxz]$/i.test(first) ? `${first}’ Wert` : `${first}s Wert`
}
