import type { Schemas } from '@/api/operations'
import { MODELS } from '@/features/reports/frame/parameters/words'
import { formatCell, UNKNOWN } from '@/features/reports/frame/tables/kinds'
import { Pair } from '@/ui/fields/Pair'
import { contractsWords, type MoneyRow, originKey } from './money'

export type CertaintyRow = Schemas['MoneyCertaintyRow']
export type ToldRow = Schemas['MoneyToldRow']

/** What is known of how sure a row is; runs that were kept before there was any have none. */
export interface Evidence {
  certainty: readonly CertaintyRow[]
  told: readonly ToldRow[]
}

export const certaintyOf = ({ certainty }: Evidence, row: MoneyRow): CertaintyRow | undefined =>
  certainty.find((one) => originKey(one) === originKey(row))

interface CertaintyProps {
  row: MoneyRow
  certain: CertaintyRow
  told: readonly ToldRow[]
}

/** What a row's verdict rests on: the models, its places on the ways, the time it takes, what households say. */
export function Certainty({ row, certain, told }: CertaintyProps) {
  return (
    <dl className="money-certainty">
      <Pair label="Verträge, je nachdem, wie man zählt">
        <ul className="plain">
          {Object.entries(MODELS).map(([model, label]) => (
            <li key={model}>
              <span>{label}</span>
              <b className="tabular">
                {contractsWords(certain[`${model}_ppm` as keyof CertaintyRow] as number)}
              </b>
            </li>
          ))}
        </ul>
      </Pair>
      <div>
        <dt>Auf dem Weg zum Vertrag</dt>
        <dd>{placesWords(certain)}</dd>
        <dt>Bis zum Vertrag</dt>
        <dd>{daysWords(certain)}</dd>
      </div>
      <div>
        <dt>Was aus den Reservierungen wurde</dt>
        <dd>{outcomeWords(row)}</dd>
        <dt>Was Haushalte sagten</dt>
        <dd>{toldWords(certain.measured, told)}</dd>
      </div>
    </dl>
  )
}

const contracts = (count: number): string =>
  count === 1 ? 'einem Vertrag' : `${formatCell('count', count)} Verträgen`

export const placesWords = ({ first_for, last_for, among_for }: CertaintyRow): string =>
  among_for === 0
    ? 'Auf dem Weg zu keinem reifen Vertrag dabei.'
    : `Bei ${contracts(among_for)} dabei, ${formatCell('count', first_for)}-mal als erster und ${formatCell('count', last_for)}-mal als letzter Kontakt.`

const daysWords = ({ days_to_contract: days }: CertaintyRow): string =>
  days === null
    ? UNKNOWN
    : `Die Hälfte der Verträge brauchte von der Reservierung an höchstens ${days === 1 ? 'einen Tag' : `${formatCell('count', days)} Tage`}.`

/** Below ten a share would be turned around by one more or less; then it is left unknown. */
export function outcomeWords({ ripe, contracted_share, cancelled_share }: MoneyRow): string {
  const all = ripe === 1 ? 'einer reifen Reservierung' : `${formatCell('count', ripe)} reifen`
  if (contracted_share === null)
    return ripe === 0
      ? 'Keine reife Reservierung hatte hier ihre letzte bekannte Herkunft.'
      : `Von ${all}: zu wenige für einen Anteil, ab zehn steht er hier.`
  return `Von ${all} wurden ${formatCell('share_ppm', contracted_share)} Verträge, ${formatCell('share_ppm', cancelled_share)} gaben auf.`
}

const MOST = 4

export function toldWords(measured: string, told: readonly ToldRow[]): string {
  const said = told.filter((one) => one.measured === measured)
  if (said.length === 0)
    return `Zu „${measured}“ haben weniger als fünf Haushalte geantwortet; ihre Antworten zählen bei anderen mit.`
  const all = said.reduce((sum, { answers }) => sum + answers, 0)
  const named = [...said]
    .sort((one, other) => other.answers - one.answers)
    .slice(0, MOST)
    .map(({ told: answer, answers }) => `„${answer}“ ${formatCell('count', answers)}`)
  return `Von ${formatCell('count', all)} Antworten zu „${measured}“: ${named.join(', ')}.`
}
