import { Fragment } from 'react'
import { cut, type Piece, type Reason } from './reasons'

/** A text with the parts marked that a search was for. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMatch }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return isMatch ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>
  })
}

/** „Name, Telefon endet auf 0025“. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return reasons.map(({ words, match }, at) => (
    <Fragment key={`${words} ${match?.text}`}>
      {at > 0 && ', '}
      {words}
      {match && ' '}
      {match && <Pieces pieces={cut(match.text, [match])} />}
    </Fragment>
  ))
}
