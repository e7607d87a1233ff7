import type { Schemas } from '@/api/operations'
import { passkeyProblem, type Wanted } from './problems'

type Question = Schemas['QuestionOut']
type Assertion = Schemas['AssertionIn']
type NewPasskey = Omit<Schemas['PasskeyIn'], 'name'>

/** How a passkey is asked for. `conditional`: among what the browser offers to fill in, without a dialog. */
interface Asking {
  mediation?: CredentialMediationRequirement
  signal?: AbortSignal
}

/** Has the user choose a passkey and unlock it. Throws `ApiError` with a sentence, or `AbortError`. */
export async function askForPasskey(question: Question, asking: Asking = {}): Promise<Assertion> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(question.challenge),
    rpId: question.rp_id,
    timeout: question.timeout_ms,
    userVerification: 'required',
    allowCredentials: question.known.map(descriptorOf),
  }
  const credential = await answered('choose', question, () =>
    navigator.credentials.get({ publicKey, ...asking }),
  )
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    credential_id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user_handle: response.userHandle?.byteLength ? textOf(response.userHandle) : null,
  }
}

/** Has the user make a passkey. Throws `ApiError` with a sentence. */
export async function makePasskey(invitation: Schemas['InvitationOut']): Promise<NewPasskey> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(invitation.challenge),
    rp: { id: invitation.rp_id, name: 'Voltigo' },
    user: {
      id: bytesOf(invitation.user_handle),
      name: invitation.user_name,
      displayName: invitation.user_display_name,
    },
    pubKeyCredParams: invitation.algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: invitation.timeout_ms,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'required',
    },
    excludeCredentials: invitation.known.map(descriptorOf),
  }
  const credential = await answered('make', invitation, () =>
    navigator.credentials.create({ publicKey }),
  )
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    credential_id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    attestation_object: textOf(response.attestationObject),
    // Older browsers do not tell; names that came later than ours say nothing that the server could use.
    transports: (response.getTransports?.() ?? []).filter(isKnownTransport),
  }
}

/** Whether the browser can offer passkeys among what it fills in. */
export const canFillIn = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false

async function answered(
  wanted: Wanted,
  { timeout_ms }: Question,
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const startedAt = Date.now()
  try {
    const credential = await ask()
    if (credential) return credential as PublicKeyCredential
  } catch (error) {
    throw passkeyProblem(error, wanted, Date.now() - startedAt >= timeout_ms)
  }
  throw passkeyProblem(undefined, wanted, false)
}

type Transport = NewPasskey['transports'][number]
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const isKnownTransport = (name: string): name is Transport => TRANSPORTS.has(name)

const descriptorOf = ({
  credential_id,
  transports,
}: Schemas['KnownPasskeyOut']): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: bytesOf(credential_id),
  transports: transports as AuthenticatorTransport[],
})

/** Base64url without padding, as the server writes bytes. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
