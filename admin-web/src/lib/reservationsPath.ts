/** The list of reservations with filters, as its address holds them. */
export const reservationsPath = (filter: Record<string, unknown>): string =>
  `/reservations?filter=${encodeURIComponent(JSON.stringify(filter))}`
