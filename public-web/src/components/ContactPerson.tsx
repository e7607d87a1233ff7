import { RichText } from './RichText'

interface Props {
  title: string
  name: string
  hours: string
  /** Its file; empty: none is shown. */
  picture: string
  phone: string
}

/** The person who answers. Always in the page, which is finished before anybody is named; without a name not shown. */
export function ContactPerson({ title, name, hours, picture, phone }: Props) {
  return (
    <section className="wrap person" data-name={name} data-picture={picture}>
      <span className="person__picture" />
      <div>
        <h2>{title}</h2>
        <p>
          <strong>{name}</strong>
        </p>
        <p>{hours}</p>
        <p>
          <RichText text={phone} />
        </p>
      </div>
    </section>
  )
}
