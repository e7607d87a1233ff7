import { controlProps, Field, SelectField, TextField } from '@/components/Field'
import { contactFormText } from '@/content/de/contactForm'
import { formatShortEuro } from '@/lib/germanNumbers'
import { parks } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import type { ContactForm } from './useContactForm'
import { type ContactField, messageOf, minimumOf } from './values'

const { fields, topics, payments } = contactFormText

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Value, message and change of a field. */
function bind({ values, messages, set }: ContactForm, field: Exclude<ContactField, 'message'>) {
  return {
    name: field,
    error: messages[field],
    value: values[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  }
}

/** Who writes, what about, and the text. */
export function ContactFields({ form }: { form: ContactForm }) {
  const { topic } = form.values
  const isCallback = topic === 'rueckruf'
  return (
    <>
      <div className="letter__row">
        <TextField {...bind(form, 'name')} {...fields.name} autoComplete="name" />
        <TextField {...bind(form, 'email')} {...fields.email} type="email" autoComplete="email" />
        <TextField
          {...bind(form, 'phone')}
          label={isCallback ? fields.phone.label : fields.phone.optional}
          aria-required={isCallback}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <div className={`letter__row letter__row--${topic === 'anteil' ? 'share' : 'topic'}`}>
        <SelectField {...bind(form, 'topic')} {...fields.topic} options={optionsOf(topics)} />
        {topic === 'anteil' ? (
          <ShareFields form={form} />
        ) : (
          <TextField
            {...bind(form, 'reference')}
            {...fields.reference}
            aria-required={false}
            autoComplete="off"
            autoCapitalize="characters"
          />
        )}
      </div>
      <MessageField form={form} />
      <Honeypot form={form} />
    </>
  )
}

/** What an enquiry about a share may name already. */
function ShareFields({ form }: { form: ContactForm }) {
  const { project, amount, payment_method } = fields
  return (
    <>
      <SelectField
        {...bind(form, 'project')}
        {...project}
        aria-required={false}
        options={parks
          .filter((park) => !park.isCancelled)
          .map((park) => ({ value: park.id, label: factsOf(park).name }))}
      />
      <TextField
        {...bind(form, 'amount')}
        label={amount.label}
        hint={amount.hint(formatShortEuro(minimumOf(form.values)))}
        aria-required={false}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        {...bind(form, 'payment_method')}
        {...payment_method}
        aria-required={false}
        options={optionsOf(payments)}
      />
    </>
  )
}

function MessageField({ form }: { form: ContactForm }) {
  const field = { name: 'message', label: fields.message.label, error: form.messages.message }
  return (
    <Field {...field}>
      <textarea
        {...controlProps(field)}
        rows={3}
        value={messageOf(form.values)}
        onChange={(event) => form.set('message', event.target.value)}
      />
    </Field>
  )
}

/** A trap for programs, out of sight and reach of people. */
function Honeypot({ form }: { form: ContactForm }) {
  const { name, value, onChange } = bind(form, 'homepage')
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={name}>{fields.homepage.label}</label>
      <input
        id={name}
        name={name}
        tabIndex={-1}
        autoComplete="off"
        value={value ?? ''}
        onChange={onChange}
      />
    </div>
  )
}
