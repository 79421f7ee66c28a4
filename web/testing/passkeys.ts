import { vi } from 'vitest'

const bytes = new Uint8Array([1, 2, 3]).buffer

/** A browser in which somebody's passkey is there, or nothing comes of being asked for it. */
export function stubPasskeys(outcome: 'given' | 'refused') {
  const answer = async () => {
    if (outcome === 'refused') throw new DOMException('no', 'NotAllowedError')
    return {
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: bytes,
        authenticatorData: bytes,
        attestationObject: bytes,
        signature: bytes,
      },
      getClientExtensionResults: () => ({}),
    }
  }
  const credentials = { get: vi.fn(answer), create: vi.fn(answer) }
  Object.defineProperty(window, 'PublicKeyCredential', { value: class {}, configurable: true })
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return credentials
}

/** No browser with passkeys again, and none that remembers one. */
export function forgetPasskeys() {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
  localStorage.clear()
}

/** The server's options, as far as the browser's library looks at them. */
export const requestOptions = { challenge: 'AQID', rpId: 'localhost' }
export const creationOptions = {
  challenge: 'AQID',
  rp: { name: 'Quincena', id: 'localhost' },
  user: { id: 'AQID', name: 'ana@empresa.test', displayName: 'Ana' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}
