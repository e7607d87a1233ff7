/** A column of the list may show several fields of the server. */
const FIELDS: Record<string, readonly string[]> = {
  last_name: ['reference', 'pseudonym', 'first_name', 'last_name'],
  annual_kwh: ['annual_kwh', 'payment_plan'],
  kwh: ['annual_kwh'],
  email: ['email', 'phone'],
  network: [], // by which a burst is judged, forgotten after a week: no file keeps it longer
  checks: ['duplicate_suspected', 'duplicate_checked', 'price_mismatch', 'price_checked'],
}

/** The fields behind the list's columns, each once; files have them in the server's order. */
export function exportedColumns(columns: readonly { source: string }[]): string[] {
  return [...new Set(columns.flatMap(({ source }) => FIELDS[source] ?? [source]))]
}
