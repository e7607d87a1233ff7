import { type Cents, eurosToCents } from './offer/money'

/** § 22 Nr. 3 EStG: other income below this amount a year is not taxed. `claims.toml` says when that is looked at again. */
export const otherIncomeLimit: Cents = eurosToCents(256)
