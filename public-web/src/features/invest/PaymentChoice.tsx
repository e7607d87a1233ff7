import { investText, type PaymentMethod } from '@/content/de/invest'

interface Props {
  chosen: PaymentMethod | ''
  onChoose: (method: PaymentMethod) => void
}

export function PaymentChoice({ chosen, onChoose }: Props) {
  const { title, methods } = investText.payment
  return (
    <fieldset className="invest__group">
      <legend>
        <h2>{title}</h2>
      </legend>
      <div className="invest__methods">
        {methods.map(({ id, name, note }) => (
          <label className="invest__option invest__method" key={id}>
            <input
              type="radio"
              name="payment"
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
            />
            <span>
              <strong>{name}</strong>
              <span className="small quiet">{note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
