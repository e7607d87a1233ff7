/** What happened to reports that are sent, and to what people get. */
export const SCHEDULE_SENTENCES: Readonly<Record<string, string>> = {
  'report_run.repeated': 'hat einen fehlgeschlagenen Bericht wiederholt ({subject}).',
  'report_schedule.created': 'hat einen Zeitplan für einen Bericht angelegt ({subject}).',
  'report_schedule.changed': 'hat einen Zeitplan für einen Bericht geändert ({subject}).',
  'report_schedule.paused': 'hat einen Zeitplan für einen Bericht angehalten ({subject}).',
  'report_schedule.resumed': 'hat einen Zeitplan für einen Bericht fortgesetzt ({subject}).',
  'report_schedule.recipient_confirmed':
    'hat eine Adresse außerhalb des Teams für ein Jahr bestätigt ({subject}).',
  'report_schedule.recipient_left':
    'hat einen Bericht mit dem Link aus der Mail abbestellt ({subject}).',
  'report_schedule.recipient_filtered':
    'hat den eigenen Filter eines Empfängers geändert ({subject}).',
  'responsibilities.handed_over':
    'hat alles übergeben, was ein Konto bekam und verantwortete ({subject}).',
  'responsibilities.address_removed': 'hat eine Adresse außerhalb des Teams überall entfernt.',
  'report_schedule.removed': 'hat einen Zeitplan für einen Bericht gelöscht ({subject}).',
}
