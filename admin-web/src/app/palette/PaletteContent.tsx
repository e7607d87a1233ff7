import { type KeyboardEventHandler, useEffect, useRef, useState } from 'react'
import { errorWords } from '@/api/problem'
import type { Role } from '@/session/session'
import { Pair } from '@/ui/fields/Pair'
import { countWords } from '@/ui/found/reasons'
import { Icon } from '@/ui/page/Icon'
import { closePalette } from '@/ui/palette/opening'
import { Options, optionId } from './Options'
import { actionId, Peek } from './Peek'
import type { Answered } from './useFound'
import { usePalette } from './usePalette'
import { verbOf } from './verbs'

interface PaletteContentProps {
  text: string
  isTyped: boolean
  role: Role
}

export function PaletteContent({ text, isTyped, role }: PaletteContentProps) {
  const palette = usePalette(text, role)
  const { typed, answered, groups, choice, isClerk, hit, actions, at } = palette
  return (
    <>
      <Ask
        typed={typed}
        isSelected={!isTyped}
        what={isClerk ? 'Name, Platz, Telefon, Seite oder Vorgang' : 'Seite'}
        isOnActions={at !== undefined}
        activeId={at === undefined ? choice.active && optionId(choice.active) : actionId(at)}
        count={isClerk ? countOf(typed, answered) : ''}
        onType={palette.type}
        onKeyDown={palette.keyDown}
      />
      <div className="palette-two">
        <div className="palette-left">
          {!typed && isClerk && <Empty />}
          <Problem answered={answered} />
          <NoHit
            typed={typed}
            answered={answered}
            isClerk={isClerk}
            hasOptions={groups.length > 0}
          />
          <Options
            groups={groups}
            active={choice.active}
            onPoint={choice.point}
            onChoose={palette.choose}
          />
        </div>
        {hit && <Peek hit={hit} actions={actions} at={at} onChoose={palette.begin} />}
      </div>
      <Foot isClerk={isClerk} isOnActions={at !== undefined} />
    </>
  )
}

function countOf(typed: string, { found, isWaiting }: Answered): string {
  if (!typed.trim()) return ''
  if (isWaiting || !found) return '…'
  const total = found.total + found.others.length
  return total === 1 ? '1 Treffer' : `${countWords(total, found.hasMore)} Treffer`
}

interface AskProps {
  typed: string
  /** What can be looked for. */
  what: string
  /** Whether the text it begins with gives way to the next key. */
  isSelected: boolean
  isOnActions: boolean
  activeId: string | undefined
  count: string
  onType: (typed: string) => void
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

function Ask({ what, isSelected, isOnActions, activeId, count, onType, ...field }: AskProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSelectedFirst] = useState(isSelected)
  useEffect(() => {
    input.current?.focus()
    // What a list was searched for gives way to the next caller's name.
    if (isSelectedFirst) input.current?.select()
  }, [isSelectedFirst])
  return (
    <div className="palette-ask">
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={`Suchen: ${what}`}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={isOnActions ? 'palette-verbs' : 'palette-hits'}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
        placeholder={what}
        value={field.typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={field.onKeyDown}
      />
      <span className="palette-count tabular" role="status">
        {count}
      </span>
      <button type="button" className="palette-close" onClick={closePalette}>
        <span aria-hidden="true">
          <kbd>Esc</kbd>
        </span>
        <span className="palette-close-word">Schließen</span>
      </button>
    </div>
  )
}

/** What was typed stays, and so does the way to ask again. */
function Problem({ answered: { error, retry } }: { answered: Answered }) {
  if (!error) return null
  return (
    <p role="alert" className="palette-words">
      {errorWords(error)} Was Sie getippt haben, steht noch da.{' '}
      <button type="button" className="text-button" onClick={retry}>
        Noch einmal suchen
      </button>
    </p>
  )
}

interface NoHitProps {
  typed: string
  answered: Answered
  isClerk: boolean
  hasOptions: boolean
}

/** Says that nothing fits, and what to try. */
function NoHit({ typed, answered: { found, isWaiting, error }, isClerk, hasOptions }: NoHitProps) {
  if (!isClerk)
    return !hasOptions && <p className="palette-words">Keine Seite heißt so oder so ähnlich.</p>
  if (!typed.trim() || isWaiting || error || found?.total !== 0) return null
  if (found.others.length > 0 || verbOf(typed)?.rest === '') return null
  return (
    <p className="palette-words">
      Niemand passt zu „{typed.trim()}“. Gesucht wird unter allen Haushalten, auf der Warteliste, in
      Nachrichten und Erklärungen; ein Buchstabe im Namen darf falsch sein.
    </p>
  )
}

function Foot({ isClerk, isOnActions }: { isClerk: boolean; isOnActions: boolean }) {
  return (
    <p className="palette-foot" aria-hidden="true">
      <span>
        <kbd>Auf</kbd>
        <kbd>Ab</kbd> wählen
      </span>
      <span>
        <kbd>Enter</kbd> {isOnActions ? 'beginnen' : 'öffnen'}
      </span>
      {isClerk && (
        <span>
          <kbd>{isOnActions ? 'Links' : 'Rechts'}</kbd> {isOnActions ? 'zurück' : 'Vorgänge'}
        </span>
      )}
      <span>
        <kbd>Strg Enter</kbd> in neuem Tab
      </span>
      {isClerk && <span className="palette-scope">Gilt für alles, nie nur für Ihre Filter</span>}
    </p>
  )
}

/** What can be looked for, before anything is typed. */
function Empty() {
  return (
    <dl className="palette-hints">
      <Pair label="Haushalt">
        Name, auch mit einem Tippfehler; Referenz, E-Mail, PLZ; vom Telefon genügen die letzten vier
        Ziffern
      </Pair>
      <Pair label="Platz">die Nummer allein: „23“; mit Namen oder Ort: „thoma 4“</Pair>
      <Pair label="Nachricht">
        Absender, Betreff, Nummer (NA-, KA-); auch Erklärungen (ER-) und die Warteliste
      </Pair>
      <Pair label="Vermerk">ein Wort aus einem Merkmal oder einer Notiz</Pair>
      <Pair label="Konsole">jede Seite; ein Vorgang und bei wem: „stornieren thoma“</Pair>
    </dl>
  )
}
