import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { type AddressFault, explainAddress } from '#domain/explain-address.ts'
import { preprocess, say } from './fields.ts'
import type { FieldText } from './texts/keys.ts'

// A file of its own: the reader of addresses is large, and few screens have a field for one.

/** An address as typed or pasted, checked in full for `network`; the output is its canonical text. */
export const bitcoinAddress = (network: Network) => addressOf(network, 'required')
/** A bitcoin address, or `''` for somebody who is paid nothing in bitcoin. */
export const optionalAddress = (network: Network) => addressOf(network, 'optional')

const addressOf = (network: Network, blank: 'required' | 'optional') =>
  preprocess(
    (value) => value ?? '',
    z.pipe(
      z.string({ error: say('invalid') }),
      z.transform((text: string, { issues }) => {
        const refuse = (message: FieldText, fault?: AddressFault) => {
          issues.push({ code: 'custom', message, input: text, ...(fault && { params: { fault } }) })
          return z.NEVER
        }
        if (text.trim() === '') return blank === 'optional' ? '' : refuse('required')
        const explained = explainAddress(text, network)
        return explained.ok ? explained.address : refuse('address', explained.fault)
      }),
    ),
  )
