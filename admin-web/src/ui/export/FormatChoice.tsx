import { RadioInput } from '../form/inputs'
import { FORMATS } from './formats'

/** The formats of a file, each with what it is for. */
export const FormatChoice = () => <RadioInput source="format" legend="Format" options={FORMATS} />
