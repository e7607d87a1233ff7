import { MomentField } from '@/ui/fields/values'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import type { AccountDocument } from './account'

/** Where the person is signed in right now. */
export function AccountSessions({ account: { sessions } }: { account: AccountDocument }) {
  return (
    <section className="sheet" aria-labelledby="sessions">
      <h2 id="sessions">Sitzungen</h2>
      {sessions.length === 0 ? (
        <p className="muted">Gerade ist die Person nirgends angemeldet.</p>
      ) : (
        <ScrollRegion label="Tabelle der Sitzungen">
          <table>
            <thead>
              <tr>
                <th scope="col">Gerät</th>
                <th scope="col">Angemeldet</th>
                <th scope="col">Zuletzt da</th>
                <th scope="col">Endet spätestens</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <td>
                    {session.device}
                    {session.is_current && <small>Diese Sitzung</small>}
                  </td>
                  <td>
                    <MomentField at={session.created_at} isShort />
                  </td>
                  <td>
                    <MomentField at={session.last_seen_at} isShort />
                  </td>
                  <td>
                    <MomentField at={session.expires_at} isShort />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}
