/** What enhanced status codes of mail servers (RFC 3463) come to, by subject and detail. */
const REASONS: readonly (readonly [code: RegExp, words: string])[] = [
  [/\b5\.1\.(?:1|10)\b/, 'das Postfach gibt es nicht'],
  [/\b5\.1\.2\b/, 'die Domain der Adresse gibt es nicht'],
  [/\b5\.2\.1\b/, 'das Postfach ist abgeschaltet'],
  [/\b[45]\.2\.2\b/, 'das Postfach ist voll'],
  [/\b5\.7\.\d+\b/, 'der Empfänger lehnt Mails von hier ab'],
]

/** The reason in a mail server's answer: „550 5.1.1 User unknown“ → „das Postfach gibt es nicht“. */
export const mailAnswerWords = (answer: string | null): string | undefined =>
  REASONS.find(([code]) => code.test(answer ?? ''))?.[1]
