import type { OperationRequest } from './request'

/** A sentence for each reason why some are left as they are; whom it is about unfolds. */
export function LeftOut({ request }: { request: OperationRequest }) {
  return request.left_out.map(({ sentence, ids }) => (
    <details key={sentence} className="disclosure left-out">
      <summary>{sentence}</summary>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={`/admin/reservations/${id}/show`} target="_blank" rel="noreferrer">
              Reservierung {id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  ))
}
