import { FieldProblem, useField } from '@/ui/form/inputs'
import { type EventName, type EventType, groupedEvents } from './webhook'

/** Which events are told, each by the name people use and the one programs read. */
export function EventChoice({ events }: { events: readonly EventType[] }) {
  const { value: chosen, onChange, problem } = useField<EventName[]>('events')
  const toggle = (type: EventName) =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  const toggleAll = (types: readonly EventName[], isOn: boolean) =>
    onChange([...chosen.filter((one) => !types.includes(one)), ...(isOn ? types : [])])
  return (
    <>
      {groupedEvents(events).map(([title, group]) => {
        const types = group.map(({ type }) => type)
        const count = types.filter((type) => chosen.includes(type)).length
        return (
          <fieldset key={title} className="events">
            <legend>{title}</legend>
            <label className="event-all">
              <input
                type="checkbox"
                checked={count === types.length}
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < types.length
                }}
                onChange={({ target }) => toggleAll(types, target.checked)}
              />
              <b>Alle</b>
            </label>
            {group.map(({ type, words }) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={() => toggle(type)}
                />
                <span>
                  {words}
                  <small>{type}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
      <FieldProblem words={problem} />
    </>
  )
}
