/** Added to „Wir haben geschrieben“ where no mail server is set up. */
export const sentText = {
  nowhere: 'Ohne Mailserver heißt das: Die E-Mail liegt auf dem Server und erreicht niemanden.',
} as const
