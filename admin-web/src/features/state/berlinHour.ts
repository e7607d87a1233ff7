/** The hour of the day in Berlin, 0 to 23. */
export const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
})
