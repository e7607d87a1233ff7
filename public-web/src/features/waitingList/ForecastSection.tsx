import type { Forecast } from '@/api/waitingList'
import { Source } from '@/components/Source'
import { forecastText as text } from '@/content/de/waitingRule'
import { formatTenths } from '@/lib/germanNumbers'
import { typeset } from '@/lib/typeset'
import { QueueDrawing } from './QueueDrawing'
import { listOf, periodOf, placesWord, turnWord } from './queue'

interface Props {
  forecast: Forecast
  position: number
}

/** How fast the list moves: the rate so far with its source, never a date. */
export function ForecastSection({ forecast, position }: Props) {
  const { turn_month: turn, per_month_tenths: tenths } = forecast
  const { word, isOne } = placesWord(tenths)
  return (
    <section className="wrap waiting__part" aria-labelledby="wie-schnell">
      <div className="forecast">
        <div className="forecast__text">
          <h2 id="wie-schnell">{turn === null ? text.unknownTitle : text.title(word, isOne)}</h2>
          <p>{turn === null ? text.unknown : text.turn(turnWord(turn))}</p>
          {forecast.months.length > 0 && (
            <Source label={text.sourceTitle}>{typeset(sourceOf(forecast, position))}</Source>
          )}
        </div>
        {turn !== null && <QueueDrawing position={position} perMonthTenths={tenths} />}
      </div>
    </section>
  )
}

/** The sum written out; without a rate only what is known. */
function sourceOf(forecast: Forecast, position: number): string {
  const { months, per_month_tenths: tenths, turn_month: turn } = forecast
  const counts = months.map(({ places }) => places)
  const mean = trimmed(tenths)
  const ahead = position - 1
  const freed = text.freed(periodOf(months), text.places(listOf(counts), counts.at(-1) ?? 0), mean)
  const sentences = [freed, text.ahead(ahead)]
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (turn !== null && ahead > 0) {
    const needed = Math.round((ahead * counts.length * 10) / total)
    sentences.push(text.sum(ahead, mean, trimmed(needed)))
  }
  return sentences.join(' ')
}

const trimmed = (tenths: number): string => formatTenths(tenths).replace(/,0$/, '')
