import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { bitcoinAddress } from './bitcoin-address.ts'

/** PUT /companies/sweep-address. */
export const sweepAddressEdit = (network: Network) => z.object({ address: bitcoinAddress(network) })
export type SweepAddressEdit = z.infer<ReturnType<typeof sweepAddressEdit>>
