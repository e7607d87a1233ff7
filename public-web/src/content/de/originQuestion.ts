import { KEPT_DAYS } from '@/lib/attribution/memory'

/** The question to those who came by a campaign or a recommendation. */
export const originQuestionText = {
  label: 'Frage zu Ihrem Weg zu uns',
  question: `Dürfen wir uns ${KEPT_DAYS} Tage auf diesem Gerät merken, welche Werbung oder Empfehlung Sie zu uns geführt hat? Dann wissen wir später, welche Werbung sich lohnt.`,
  more: 'Mehr dazu und Widerruf',
  yes: { label: 'Ja, merken', done: 'Gespeichert.' },
  no: { label: 'Nein, danke', done: 'Wir speichern nichts.' },
} as const
