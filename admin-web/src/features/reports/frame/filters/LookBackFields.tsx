import { ownText } from '../parameters/parameters'
import type { ControlsProps } from '../ReportPage'
import { MatchField } from './MatchField'
import { WholeField } from './WholeField'

/** How far back contacts count, and which of them a filter looks at. */
export function LookBackFields({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <>
      <WholeField
        label="Rückblick"
        unit="Tage"
        value={ownText(parameters, 'look_back_days')}
        problem={problems.look_back_days}
        onValue={(look_back_days) => changeOwn({ look_back_days })}
      />
      <MatchField {...{ parameters, changeOwn }} />
    </>
  )
}
