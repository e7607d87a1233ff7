import { useId } from 'react'
import { Section } from '@/ui/page/Section'
import { problemAt } from '../edit/problems'
import type { Format } from '../schedule'
import { FORMATS } from '../words'
import type { PartProps } from './part'

/** As what: each form with what it is good for. */
export function FormatsField({ draft, problems, onDraft }: PartProps) {
  const { formats } = draft
  const id = useId()
  const problem = problemAt(problems, 'formats')
  const toggle = (form: Format) =>
    onDraft({
      formats: formats.includes(form) ? formats.filter((one) => one !== form) : [...formats, form],
    })
  return (
    <Section title="In welcher Form">
      <fieldset className="format-choice">
        <legend className="visually-hidden">In welcher Form</legend>
        {FORMATS.map(([form, label, meaning]) => (
          <label key={form}>
            <input
              type="checkbox"
              checked={formats.includes(form)}
              aria-labelledby={`${id}-${form}`}
              aria-describedby={`${id}-${form}-word`}
              onChange={() => toggle(form)}
            />
            <span>
              <b id={`${id}-${form}`}>{label}</b>
              <small id={`${id}-${form}-word`}>{meaning}</small>
            </span>
          </label>
        ))}
        {problem && (
          <p role="alert" className="field-error">
            {problem}
          </p>
        )}
      </fieldset>
    </Section>
  )
}
