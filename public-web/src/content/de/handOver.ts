/** What a household reads that hands its place over. */
export const giveText = {
  title: 'Lieber jemand anders?',
  text: 'Nummer und Preis bleiben. Sie beide bestätigen.',
  begin: 'Platz an einen anderen Haushalt weitergeben',
  contract: {
    title: 'Soll ihn jemand übernehmen?',
    text: 'Einen bezahlten Vertrag können Sie verschenken oder verkaufen. Sie beide bestätigen.',
    begin: 'Vertrag an jemand anderen weitergeben',
  },
  ended: {
    accepted: (name: string) => `${name} hat den Platz übernommen.`,
    declined: (name: string) => `${name} möchte den Platz nicht. Er bleibt bei Ihnen.`,
    withdrawn: (name: string) => `Das Angebot an ${name} ist zurückgezogen.`,
    expired: (name: string) => `${name} hat nicht geantwortet. Der Platz bleibt bei Ihnen.`,
    closed: (name: string) => `Das Angebot an ${name} ist beendet.`,
  },
} as const
