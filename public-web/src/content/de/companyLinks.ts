import type { Company } from '@/lib/settings'

/** The company's e-mail address as a link in our markup. */
export const emailLink = ({ email }: Company): string => `[${email}](mailto:${email})`

/** The phone number as a link; written "+49 (0)841 …" it is still dialled without the rest. */
export const phoneLink = ({ phone }: Company): string =>
  `[${phone}](tel:${phone.replace(/\(0\)|[^\w+]/g, '')})`
