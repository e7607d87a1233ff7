import { type Cents, eurosToCents } from './offer/money'

/** § 22 Nr. 3 EStG: other income below this amount a year is not taxed. `claims.toml` says when that is looked at again. */
export const otherIncomeLimit: Cents = eurosToCents(256)

/** How long personal data are kept, as the rules of the server have it (`retention/rules.py`); a test compares the notice. */
export const KEPT = {
  waitingDays: 180,
  handOverDays: 30,
  cardCheckDays: 30,
  networkDays: 7,
  messageMonths: 12,
  withoutContractMonths: 12,
  bookYears: 10,
  voucherYears: 8,
  letterYears: 6,
} as const
