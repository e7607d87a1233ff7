import { ownText } from '../parameters/parameters'
import { MATCHES } from '../parameters/words'
import type { ControlsProps } from '../ReportPage'
import { ChoiceField } from './ChoiceField'

/** Whether filters look at where a reservation came from last, or at its whole way; without filters it is nothing. */
export function MatchField({
  parameters,
  changeOwn,
}: Pick<ControlsProps, 'parameters' | 'changeOwn'>) {
  const match = ownText(parameters, 'match')
  if (Object.keys(parameters.filters).length === 0 && match === 'last') return null
  return (
    <ChoiceField
      label="Filter gilt für"
      choices={Object.entries(MATCHES)}
      value={match}
      onValue={(next) => changeOwn({ match: next })}
    />
  )
}
