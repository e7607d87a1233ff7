import type { Company } from '@/lib/settings'

/** The company's e-mail address as a link in our markup. */
export const emailLink = ({ email }: Company): string => `[${email}](mailto:${email})`

/** The phone number as a link. What it dials comes with the settings: nothing is computed here. */
export const phoneLink = ({ phone, dial }: Company): string => `[${phone}](tel:${dial})`
