import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** age's format, in streams: `age -d` reads what this writes, and no more than a part is in memory. */

/** The message is for the operator. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export async function encryptStream(
  plain: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return Readable.from(await encrypter.encrypt(ReadableStream.from(plain)))
}

/** The library's words where none of the keys opens the file. */
const noKeyFits = /no identity matched/

/**
 * The plain bytes. Each part is authenticated before it is handed on, and the end too: a file that was
 * cut or changed ends in `Unreadable`.
 */
export async function* decryptStream(
  file: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  let fault: Error | null = null
  async function* read() {
    try {
      yield* file
    } catch (error) {
      // The place failed and not the file, and the library would say otherwise.
      fault = error instanceof Error ? error : new Error(String(error))
      throw fault
    }
  }
  try {
    yield* await decrypter.decrypt(ReadableStream.from(read()))
  } catch (cause) {
    if (fault) throw fault
    if (cause instanceof Error && noKeyFits.test(cause.message)) {
      throw new Unreadable('This secret key does not open the backup.')
    }
    throw new Unreadable('The backup is damaged, cut or changed', { cause })
  }
}
