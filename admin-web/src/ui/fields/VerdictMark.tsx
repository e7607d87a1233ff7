import { ShapeMark } from './StateMark'
import { SOON, VERDICTS, type Verdict } from './verdicts'

const VerdictMark = ({ verdict }: { verdict: Verdict }) => (
  <ShapeMark shape={VERDICTS[verdict].shape} label={VERDICTS[verdict].label} />
)

/** What a use is worth, and what strikes about it; people judge the latter. */
export function VerdictWords({ verdict, is_soon }: { verdict: Verdict; is_soon: boolean }) {
  return (
    <>
      <VerdictMark verdict={verdict} />
      <small className="wrapping">{VERDICTS[verdict].meaning}</small>
      {is_soon && (
        <>
          <ShapeMark shape={SOON.shape} label={SOON.label} />
          <small className="wrapping">{SOON.meaning}</small>
        </>
      )}
    </>
  )
}
