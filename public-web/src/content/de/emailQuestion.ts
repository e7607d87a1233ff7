/** About an address that looks like a slip. */
export const didYouMean = (email: string): string => `Meinten Sie ${email}?`
