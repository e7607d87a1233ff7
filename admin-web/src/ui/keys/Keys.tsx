import { Fragment } from 'react'
import { KEYS, type Key, type KeyName } from './keyTable'
import './keys.css'

/** The caps of a key side by side; a reader hears them as words of their own. */
export const Caps = ({ caps }: Pick<Key, 'caps'>) =>
  caps.map((cap, at) => (
    <Fragment key={cap}>
      {at > 0 && ' '}
      <kbd>{cap}</kbd>
    </Fragment>
  ))

/** Keys with what each of them does, as rows. */
export function KeyRows({ keys }: { keys: readonly Key[] }) {
  return (
    <dl className="keys">
      {keys.map(({ caps, means }) => (
        <div key={caps.join(' ') + means}>
          <dt>
            <Caps caps={caps} />
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys of a foot, each with one word. Readers find them in the overview of keys. */
export function FootKeys({ names }: { names: readonly KeyName[] }) {
  return (
    <p className="foot-keys" aria-hidden="true">
      {names.map((name) => (
        <span key={name}>
          <Caps caps={KEYS[name].caps} /> {KEYS[name].short}
        </span>
      ))}
    </p>
  )
}
