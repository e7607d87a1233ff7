/** Trusted Types (W3C), as far as we use them; TypeScript's library does not know them yet. */
declare class TrustedScriptURL {
  private readonly kind: 'script address'
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): TrustedScriptURL }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
