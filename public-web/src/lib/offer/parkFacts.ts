import { parkNews } from '@/content/de/parkNews'
import { formatInteger, formatQuantity, formatShortEuro } from '@/lib/germanNumbers'
import { type Park, timeline } from './offer'

/** A park's facts as sentences and tables print them. */
export interface ParkFacts {
  name: string
  location: string
  status: string
  /** As a sentence goes on after the verb „ist“. */
  statusPhrase: string
  timeline: string
  /** The dated sentences of staff on where the park stands. */
  progress: string
  /** When the contract comes, at the head of a step. */
  contractWhen: string
  /** What precedes the contract, a sentence: a confirmed park is not told of as one that will be. */
  contractNews: string
  /** In MW. */
  capacity: string
  capacityKw: string
  households: string
  /** Power of each household, in kW. */
  perHousehold: string
  minimum: string
  spots: string
}

const STATUS_PHRASES: Record<string, string> = {
  Planung: 'in Planung',
  Bauphase: 'im Bau',
  Live: 'am Netz',
}

const unconfirmed = parkNews.unconfirmed(timeline.contract_weeks_from, timeline.contract_weeks_to)

/** Whether this renders the finished pages, which outlive what the parks are now. */
const isBuild = import.meta.env.SSR && import.meta.env.PROD

/**
 * In the browser the facts as they are; in the finished pages placeholders, in whose place the
 * server puts the same text whenever staff edit a park (`services/parks/site_facts.py`).
 */
export const factsOf = (park: Park): ParkFacts => (isBuild ? placeholders(park) : printed(park))

function printed(park: Park): ParkFacts {
  const { status } = park
  const perHousehold = Math.round((park.capacityKw / park.households) * 10) / 10
  return {
    ...park,
    statusPhrase: STATUS_PHRASES[status] ?? status.toLowerCase(),
    ...(park.isConfirmed ? parkNews.confirmed : unconfirmed),
    capacity: formatQuantity(park.capacityKw / 1000, 'MW'),
    capacityKw: formatQuantity(park.capacityKw, 'kW'),
    households: formatInteger(park.households),
    perHousehold: formatQuantity(perHousehold, 'kW'),
    minimum: formatShortEuro(park.minimum),
    spots: formatInteger(park.spots),
  }
}

function placeholders({ id }: Park): ParkFacts {
  const token = (name: string) => `__VOLTIGO_PARK_${id.toUpperCase()}_${name}__`
  return {
    name: token('NAME'),
    location: token('LOCATION'),
    status: token('STATUS'),
    statusPhrase: token('STATUS_PHRASE'),
    timeline: token('TIMELINE'),
    progress: token('PROGRESS'),
    contractWhen: token('CONTRACT_WHEN'),
    contractNews: token('CONTRACT_NEWS'),
    capacity: token('CAPACITY'),
    capacityKw: token('CAPACITY_KW'),
    households: token('HOUSEHOLDS'),
    perHousehold: token('PER_HOUSEHOLD'),
    minimum: token('MINIMUM'),
    spots: token('SPOTS'),
  }
}
