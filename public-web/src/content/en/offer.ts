import { creditOf } from '@/lib/offer/credit'
import { paidBreakEvenTenths } from '@/lib/offer/instalments'
import type { Cents } from '@/lib/offer/money'
import { creditRate, fees, packages, pilot, termYears, timeline } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'

const park = factsOf(pilot)
const number = (value: number) => value.toLocaleString('en-GB')
const euros = (cents: Cents) => `€${number(cents / 100)}`
const cent = (tenths: number) => `${tenths / 10}\u00a0cents`
const minimum = cent(creditRate.minimum)
const maximum = cent(creditRate.maximum)

const offers = packages.map(({ name, annualKwh, price }) => {
  const year = euros(creditOf(annualKwh, creditRate.minimum).annual)
  const back = (paidBreakEvenTenths({ total: price }, annualKwh, creditRate.minimum) / 10).toFixed(
    1,
  )
  return `**${name}:** ${number(annualKwh)}\u00a0kWh a year expected, ${euros(price)}, ${euros(price + fees.setup)} with the set-up. At ${minimum} that is ${year} a year expected, and what you pay is covered after ${back}\u00a0years.`
})

/** The whole offer on one page, for who reads English better than German. */
export const offerText = (company: Company) => ({
  title: 'A share in a solar park',
  lead: `For households in Germany without a roof of their own. You buy the right to use a fixed part of what a solar park generates, and receive a credit every month for ${termYears}\u00a0years.`,
  sections: [
    {
      title: 'What you get',
      blocks: [
        `A right of use, not ownership, for ${termYears}\u00a0years. For each kilowatt-hour that your share really generates you receive the park’s actual profit, at least ${minimum}. It can be more if the park earns more.`,
        'We pay by SEPA transfer to your bank account, with a monthly statement by e-mail. You keep your electricity supplier, and you keep your share when you move. It is not a financial product.',
      ],
    },
    {
      title: 'What it costs',
      blocks: [
        `Reserving costs ${euros(0)}, needs no payment card and binds you to nothing. The set-up of ${euros(fees.setup)} is due when you have signed the contract, the price of your package once the park is connected to the grid. There is no yearly fee. Paying in instalments costs more; the [calculator](${paths.calculator}) (in German) shows each plan with its effective annual rate.`,
        offers,
        `Examples, not promises: what your share generates varies with weather and year. ${minimum} is the minimum per kilowatt-hour, not per year. At ${maximum} the credit would be higher by that ratio; nobody has promised it.`,
      ],
    },
    {
      title: 'How it works',
      blocks: [
        [
          `**Today:** you reserve one of ${park.spots}\u00a0places in the first park, near ${park.location} in Bavaria.`,
          `**About ${timeline.contract_weeks_from} to ${timeline.contract_weeks_to}\u00a0weeks later,** once the park is confirmed, you choose your final share and sign digitally. You can withdraw for ${timeline.withdrawal_days}\u00a0days and get everything back.`,
          '**When the park is connected:** you pay your package, and the credits begin. We cannot give a date yet.',
        ],
      ],
    },
    {
      title: 'What can go wrong',
      blocks: [
        [
          '**No park:** you get back all you have paid.',
          '**A later park:** you pay later, too. We pay no compensation for the wait.',
          '**Voltigo becomes insolvent:** your credits are owed by Voltigo. You may lose all or part of what you have paid.',
          '**You want out early:** we buy your share back at any time at a fair market price. It can be less than you paid.',
        ],
        `More of this, with a worked example, is on the German page [Und wenn etwas schiefgeht?](${paths.whatIf})`,
      ],
    },
    {
      title: 'Tax',
      blocks: [
        'We understand the credits to be tax-free for private households. This is not tax advice; your tax office can tell you.',
      ],
    },
    {
      title: 'Reserve or ask',
      blocks: [
        `The form, the contract and the [terms](${paths.terms}) are in German, and the German text is binding. [Reserve a share](${paths.reservation}), or write to [${company.email}](mailto:${company.email}).`,
      ],
    },
  ],
})
