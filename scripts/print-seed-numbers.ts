import type { Network } from '#domain/address.ts'
import { accountDescriptor, withChecksum } from '#domain/descriptor.ts'
import type { SeedNumbers } from '#server/signer/seed-backup.ts'
import { print } from './print.ts'

/**
 * How far a wallet that restores from the words has to look, and the numbers to give it instead.
 */
export function printSeedNumbers(
  { path, highestIndex }: SeedNumbers,
  xpub: string,
  network: Network,
): void {
  const { receive, change } = highestIndex
  print(`BIP 39 without a passphrase, account ${path} (BIP 84), network ${network}.`)
  print(`Addresses in use: receiving up to ${receive}, change up to ${change}.`)
  for (const [branch, highest] of [receive, change].entries()) {
    print(`${withChecksum(accountDescriptor(xpub, branch))} range 0 to ${highest}`)
  }
}
