import { controlProps, Field, SelectField, TextField } from '@/components/Field'
import { contactAnswers } from '@/content/de/contactAnswers'
import { contactFormText } from '@/content/de/contactForm'
import { formatShortEuro } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import { invest, parks } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'

const { fields, topics, payments } = contactFormText

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Who writes, what about, and the text. Which of the fields a topic needs, the script decides. */
export function ContactFields() {
  return (
    <>
      <div className="letter__row">
        <TextField name="name" {...fields.name} autoComplete="name" />
        <TextField name="email" {...fields.email} type="email" autoComplete="email" />
        <TextField
          name="phone"
          label={contactAnswers.phone.optional}
          aria-required={false}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <div className="letter__row letter__row--topic">
        <SelectField name="topic" {...fields.topic} options={optionsOf(topics)} />
        <TextField
          name="reference"
          {...fields.reference}
          aria-required={false}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <ShareFields />
      </div>
      <Field name="message" label={fields.message.label}>
        <textarea {...controlProps({ name: 'message', label: '' })} rows={3} />
      </Field>
      <Honeypot />
    </>
  )
}

/** What an enquiry about a share may name already. Name, status and smallest share of a park are the server's. */
function ShareFields() {
  const { project, amount, payment_method } = fields
  const smallest = formatShortEuro(eurosToCents(invest.default_minimum_eur))
  return (
    <>
      <Field name="project" label={project.label}>
        <select {...controlProps({ name: 'project', label: '' })} aria-required={false}>
          <option value="" data-minimum={smallest}>
            {project.placeholder}
          </option>
          {parks.map((park) => {
            const { name, minimum, status } = factsOf(park)
            return (
              <option key={park.id} value={park.id} data-minimum={minimum} data-status={status}>
                {name}
              </option>
            )
          })}
        </select>
      </Field>
      <TextField
        name="amount"
        label={amount.label}
        hint={contactAnswers.smallest(smallest)}
        aria-required={false}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        name="payment_method"
        {...payment_method}
        aria-required={false}
        options={optionsOf(payments)}
      />
    </>
  )
}

/** A trap for programs, out of sight and reach of people. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="homepage">{fields.homepage.label}</label>
      <input type="text" id="homepage" name="homepage" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
