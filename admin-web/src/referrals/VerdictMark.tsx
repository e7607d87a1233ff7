import { ShapeMark } from '@/fields/StateMark'
import { VERDICTS, type Verdict } from './referral'

export const VerdictMark = ({ verdict }: { verdict: Verdict }) => (
  <ShapeMark shape={VERDICTS[verdict].shape} label={VERDICTS[verdict].label} />
)
