import { useField } from '../form/inputs'
import { RadioChoice } from '../form/RadioChoice'
import { type ExportFormat, FORMATS } from './formats'

/** The formats of a file, each with what it is for. */
export const FormatChoice = () => {
  const { value, onChange } = useField<ExportFormat>('format')
  return <RadioChoice id="format" legend="Format" options={FORMATS} {...{ value, onChange }} />
}
