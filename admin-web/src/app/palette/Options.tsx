import type { MouseEvent } from 'react'
import { formatMomentShort } from '@/lib/format'
import { stateLabel } from '@/lib/states'
import { StateCell } from '@/ui/fields/StateMark'
import { Pieces, Reasons } from '@/ui/found/Pieces'
import { marked, namePieces, reasonsOf, spotPieces } from '@/ui/found/reasons'
import { Icon } from '@/ui/page/Icon'
import type { Group, Option } from './options'

export const optionId = (option: Option): string => `option-${option.key.replaceAll(' ', '-')}`

const VERB_NOTE = 'bei wem? Name, Platz oder Telefon dazu schreiben'
const OTHERS = {
  waiting: { label: 'Warteliste', icon: 'queue' },
  conversation: { label: 'Nachricht', icon: 'message' },
  declaration: { label: 'Erklärung', icon: 'letter' },
} as const

interface OptionsProps {
  groups: readonly Group[]
  active: Option | undefined
  onPoint: (option: Option) => void
  onChoose: (option: Option, isNewTab: boolean) => void
}

/** The groups of what can be chosen. The field keeps the focus and names the current one. */
export function Options({ groups, ...more }: OptionsProps) {
  return (
    <div className="palette-hits" id="palette-hits" role="listbox" aria-label="Treffer">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options may stand in a group, not in a fieldset
        <div
          key={group.name}
          role="group"
          aria-labelledby={`group-${group.name}`}
          data-outdated={group.isOutdated || undefined}
        >
          <div className="palette-group" id={`group-${group.name}`}>
            {group.label} <span className="tabular">{group.note}</span>
          </div>
          {group.options.map((option) => (
            <OptionRow key={option.key} {...{ option, ...more }} isDisabled={group.isOutdated} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionRowProps extends Omit<OptionsProps, 'groups'> {
  option: Option
  isDisabled: boolean | undefined
}

function OptionRow({ option, active, onPoint, onChoose, isDisabled }: OptionRowProps) {
  const choose = (event: MouseEvent) => {
    if (!isDisabled) onChoose(option, event.ctrlKey || event.metaKey || event.button === 1)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
    <div
      tabIndex={-1}
      id={optionId(option)}
      role="option"
      aria-selected={active?.key === option.key && !isDisabled}
      aria-disabled={isDisabled || undefined}
      onClick={choose}
      onAuxClick={(event) => event.button === 1 && choose(event)}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !isDisabled && onPoint(option)}
    >
      <OptionContent option={option} />
    </div>
  )
}

function OptionContent({ option }: { option: Option }) {
  switch (option.kind) {
    case 'household':
      return <Household {...option} />
    case 'recent':
      return (
        <>
          <StateCell state={option.recent.state} />
          <b className="option-name">{option.recent.name}</b>
          <span className="option-spot tabular">
            {option.recent.spot !== null && `Platz ${option.recent.spot}`}
          </span>
          <span className="option-why">{stateLabel(option.recent.state)}</span>
        </>
      )
    case 'other':
      return <Other {...option} />
    case 'verb':
      return <Plain icon="forward" label={option.action.label} note={VERB_NOTE} />
    case 'action':
      return <Plain icon="forward" label={option.action.label} note={option.action.note} />
    case 'page':
      return <Plain icon={option.icon} label={option.label} note={option.note} />
    case 'help':
      return (
        <>
          <Icon name="report" size={18} />
          <b className="option-name option-wide">{option.hit.title}</b>
          <span className="option-why">
            <Pieces pieces={option.hit.why} />
          </span>
        </>
      )
    case 'list':
      return (
        <Plain icon="cells" label={option.label}>
          <span aria-hidden="true">
            <kbd>Umschalt Enter</kbd>
          </span>
        </Plain>
      )
  }
}

interface PlainProps {
  icon: Parameters<typeof Icon>[0]['name']
  label: string
  note?: string | undefined
  children?: React.ReactNode
}

function Plain({ icon, label, note, children }: PlainProps) {
  return (
    <>
      <Icon name={icon} size={18} />
      <b className="option-name option-wide">{label}</b>
      <span className="option-why">{note}</span>
      {children}
    </>
  )
}

/** Somebody without a reservation, where they are known from, and why they were found. */
function Other({ hit }: Extract<Option, { kind: 'other' }>) {
  const { label, icon } = OTHERS[hit.kind]
  return (
    <>
      <Icon name={icon} size={18} />
      <b className="option-name">
        <Pieces pieces={marked(hit.name || hit.email, 'name', hit.matches)} />
      </b>
      <span className="option-spot">{label}</span>
      <span className="option-why">
        {formatMomentShort(hit.at)}, <Reasons reasons={reasonsOf(hit.matches)} />
      </span>
    </>
  )
}

function Household({ hit }: Extract<Option, { kind: 'household' }>) {
  return (
    <>
      <StateCell state={hit.state} />
      <b className="option-name">
        <Pieces pieces={namePieces(hit)} />
      </b>
      <span className="option-spot tabular">
        Platz <Pieces pieces={spotPieces(hit)} />
      </span>
      <span className="option-why">
        <span className="visually-hidden">{stateLabel(hit.state)}, </span>
        <Reasons reasons={reasonsOf(hit.matches)} />
      </span>
    </>
  )
}
