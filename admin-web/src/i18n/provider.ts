import polyglotI18nProvider from 'ra-i18n-polyglot'
import { german } from './de'

/** German only. A text that is no key, such as an error's sentence, is shown as it is. */
export const i18nProvider = polyglotI18nProvider(
  () => german,
  'de',
  [{ locale: 'de', name: 'Deutsch' }],
  {
    allowMissing: true,
  },
)
