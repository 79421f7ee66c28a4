import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { SecretRefused } from '#server/startup/secrets.ts'

/**
 * The seed at rest: AES-256-GCM under a key of SIGNER_KEY_FILE. Layout of the sealed bytes:
 * version 1 · kind of key · salt 16 · nonce 12 · tag 16 · ciphertext.
 */
const version = 1
const rawKey = 0
const passphrase = 1
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

/** The context that sealed bytes are bound to: in another network or wallet they do not open. */
export type SealContext = { network: string; walletId: string }

const boundTo = ({ network, walletId }: SealContext) =>
  Buffer.from(JSON.stringify(['quincena seed', version, network, walletId.toLowerCase()]))

/** OWASP's scrypt parameters for a passphrase: N=2^17, r=8, p=1. */
function keyOf(secret: string, salt: Buffer): { key: Buffer; kind: number } {
  if (/^[0-9a-f]{64}$/i.test(secret)) return { key: Buffer.from(secret, 'hex'), kind: rawKey }
  const key = scryptSync(secret, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })
  return { key, kind: passphrase }
}

/** Seals a mnemonic. `secret` is 64 hexadecimal digits (32 random bytes) or a passphrase. */
export function seal(mnemonic: string, secret: string, context: SealContext): Buffer {
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const { key, kind } = keyOf(secret, salt)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(context))
  const sealed = Buffer.concat([cipher.update(mnemonic, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([version, kind]), salt, nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` made; throws where the secret, the network or the wallet is another. */
export function open(sealed: Buffer, secret: string, context: SealContext): string {
  if (sealed[0] !== version) throw new Error(`The sealed seed has version ${sealed[0]}`)
  const saltEnd = 2 + saltBytes
  const nonceEnd = saltEnd + nonceBytes
  const tagEnd = nonceEnd + tagBytes
  const salt = sealed.subarray(2, saltEnd)
  const nonce = sealed.subarray(saltEnd, nonceEnd)
  const tag = sealed.subarray(nonceEnd, tagEnd)
  const { key } = keyOf(secret, salt)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(boundTo(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString(
      'utf8',
    )
  } catch (cause) {
    throw new SecretRefused('The key of SIGNER_KEY_FILE does not open the seed of this database', {
      cause,
    })
  }
}
