let address: string | null = null

/**
 * Remembers to which address a reservation was just sent, for the page that thanks. In memory only:
 * neither the address bar nor the history of a shared computer is to give it away.
 */
export function rememberRecipient(email: string): void {
  address = email
}

/** The address of the reservation that was just sent; null after a reload. */
export const recipient = (): string | null => address
