import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey made of node:crypto: ES256, attestation 'none', as WebAuthn Level 3 lays the bytes out. */

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The head of a CBOR item (RFC 8949, section 3): its major type and length. */
function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 0x100) return Buffer.from([type | 24, value])
  return Buffer.from([type | 25, value >> 8, value & 0xff])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8')
    return Buffer.concat([head(3, text.length), text])
  }
  if (!(value instanceof Map)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** The faults that a test makes on purpose. */
export type Slip = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  userVerified?: boolean
  type?: string
  /** Flips a bit of the signature. */
  forged?: boolean
}

export type SoftwareKey = ReturnType<typeof softwareKey>

/** A key at one site; with `synced` one that is copied to an account and does not count its uses. */
export function softwareKey({
  origin = 'http://localhost:3000',
  synced = false,
}: {
  origin?: string
  synced?: boolean
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const jwk = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(jwk.x ?? '', 'base64url')],
    [-3, Buffer.from(jwk.y ?? '', 'base64url')],
  ])
  let uses = 0

  function clientData(type: string, challenge: unknown, slip: Slip) {
    const data = {
      type: slip.type ?? type,
      challenge: slip.challenge ?? challenge,
      origin: slip.origin ?? origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data), 'utf8')
  }

  function authenticatorData(slip: Slip, attested: Buffer = Buffer.alloc(0)) {
    const flags =
      flag.present |
      (slip.userVerified === false ? 0 : flag.verified) |
      (synced ? flag.backupEligible | flag.backedUp : 0) |
      (attested.length > 0 ? flag.attested : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(slip.counter ?? (synced ? 0 : uses))
    const rpId = slip.rpId ?? new URL(origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested])
  }

  return {
    id,
    /** RegistrationResponseJSON for the options of the server. */
    register(options: Record<string, unknown>, slip: Slip = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(cose)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(slip, attested)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, slip).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** AuthenticationResponseJSON for the options of the server. */
    assert(options: Record<string, unknown>, slip: Slip = {}) {
      uses++
      const client = clientData('webauthn.get', options.challenge, slip)
      const data = authenticatorData(slip)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      if (slip.forged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
