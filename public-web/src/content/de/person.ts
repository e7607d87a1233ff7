import type { Company, Person } from '@/lib/settings'
import { phoneLink } from './companyLinks'

/** What the finished page holds until the server has filled it in, and a page without settings shows. */
const PLACEHOLDERS: Person = {
  name: '__VOLTIGO_PERSON_NAME__',
  hours: '__VOLTIGO_PERSON_HOURS__',
  picture: '__VOLTIGO_PERSON_PICTURE__',
}

/** The person who answers, with name and hours. */
export const personText = (company: Company, person = PLACEHOLDERS) => ({
  ...person,
  title: 'Wer sich bei Ihnen meldet',
  phone: phoneLink(company),
})
