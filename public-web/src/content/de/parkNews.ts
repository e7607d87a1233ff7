/** What happens next in a park, in the words of `services/parks/site_facts.py`. */
export const parkNews = {
  unconfirmed: (weeksFrom: number, weeksTo: number) => ({
    contractWhen: `Nach etwa ${weeksFrom} bis ${weeksTo}\u00a0Wochen`,
    contractNews: 'Sobald der Park bestätigt oder erworben ist, schreiben wir Ihnen.',
  }),
  confirmed: {
    contractWhen: 'Als Nächstes',
    contractNews: 'Der Park ist bestätigt, wir laden Sie zum Vertrag ein.',
  },
} as const
