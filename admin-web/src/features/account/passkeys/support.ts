/** Whether this page may ask for a passkey; `worksAt` is the only origin at which the server takes one. */
export const isOffered = (worksAt: string | null | undefined): boolean =>
  isSupported() && worksAt === window.location.origin

/** Whether this browser knows passkeys at all. */
export const isSupported = (): boolean => typeof window.PublicKeyCredential === 'function'
