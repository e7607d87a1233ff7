/** Where a reservation is shown. */
export const showPath = ({ id }: { id: number }): string => `/reservations/${id}/show`
