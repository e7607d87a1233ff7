import type { ReactNode } from 'react'

/** Id of the form to which the radios of the page belong, wherever they stand. */
export const CHOICE_FORM = 'rechnung'

interface Props {
  name: 'paket' | 'zahlung' | 'szenario'
  /** As the address words it. */
  word: string
  checked: boolean
  onChoose: () => void
  /** Its label. */
  children: ReactNode
}

/** A radio named and valued as the address is, so that the form reads like one. */
export function ChoiceRadio({ name, word, checked, onChoose, children }: Props) {
  return (
    <label className="choice">
      <input
        type="radio"
        form={CHOICE_FORM}
        name={name}
        value={word}
        checked={checked}
        onChange={onChoose}
      />
      <span>{children}</span>
    </label>
  )
}
