import { RadioChoice } from '../form/RadioChoice'
import { type ExportFormat, FORMATS } from './formats'

interface FormatChoiceProps {
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
}

/** The formats of a file, each with what it is for. */
export const FormatChoice = ({ format, onFormat }: FormatChoiceProps) => (
  <RadioChoice id="format" legend="Format" value={format} options={FORMATS} onChange={onFormat} />
)
