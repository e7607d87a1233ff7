import { Fragment } from 'react'
import { ShapeMark } from './StateMark'
import { ONE_LINE, SOON, VERDICTS, type Verdict } from './verdicts'

const VerdictMark = ({ verdict }: { verdict: Verdict }) => (
  <ShapeMark shape={VERDICTS[verdict].shape} label={VERDICTS[verdict].label} />
)

interface Props {
  verdict: Verdict
  is_soon: boolean
  is_one_line: boolean
}

/** What a use is worth, and what strikes about it; people judge the latter. */
export function VerdictWords({ verdict, is_soon, is_one_line }: Props) {
  return (
    <>
      <VerdictMark verdict={verdict} />
      <small className="wrapping">{VERDICTS[verdict].meaning}</small>
      {[is_soon && SOON, is_one_line && ONE_LINE].map(
        (mark) =>
          mark && (
            <Fragment key={mark.label}>
              <ShapeMark shape={mark.shape} label={mark.label} />
              <small className="wrapping">{mark.meaning}</small>
            </Fragment>
          ),
      )}
    </>
  )
}
