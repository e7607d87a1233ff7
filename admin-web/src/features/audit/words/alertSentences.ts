/** What happened to alerts, to those that colleagues set up for themselves before, and to links to reports. */
export const ALERT_SENTENCES: Readonly<Record<string, string>> = {
  'report.recounted': 'hat die Daten zum Nachrechnen eines Berichts geladen ({subject}).',
  'report_link.added': 'hat einen Link zu einem festgehaltenen Bericht angelegt ({subject}).',
  'report_link.revoked': 'hat einen Link zu einem festgehaltenen Bericht widerrufen ({subject}).',
  'alert.opened': 'hat einen Hinweis eröffnet ({subject}).',
  'alert.closed': 'hat einen Hinweis beendet ({subject}).',
  'figure_alert.created': 'hat einen eigenen Hinweis eingerichtet ({subject}).',
  'figure_alert.changed': 'hat einen eigenen Hinweis geändert ({subject}).',
  'figure_alert.paused': 'hat einen eigenen Hinweis angehalten ({subject}).',
  'figure_alert.resumed': 'hat einen eigenen Hinweis fortgesetzt ({subject}).',
  'figure_alert.removed': 'hat einen eigenen Hinweis gelöscht ({subject}).',
  'figure_alert.handed_over': 'hat einen eigenen Hinweis übergeben ({subject}).',
  'figure_alert.tested': 'hat sich eine Testmail zu einem eigenen Hinweis geschickt ({subject}).',
}
