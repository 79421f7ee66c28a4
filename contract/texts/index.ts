import type { AddressFaultKind } from '#domain/explain-address.ts'
import type { SignerFaultKind } from '#domain/signer-faults.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import type { ErrorCode } from '../errors.ts'
import type { Language } from '../languages.ts'
import type { Transaction } from '../transactions.ts'
import type { WireFailureCode } from '../wire-names.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import type { TextsOfLanguage } from './keys.ts'
import pt from './pt.json' with { type: 'json' }

/** The closed lists of the wire, each of whose values needs a text. */
type OfTheWire = {
  errors: Record<ErrorCode, string>
  addressFaults: { what: Record<AddressFaultKind, string> }
  screens: {
    transactionState: Record<TransactionState, string>
    transactionType: Record<Transaction['type'], string>
    transactions: {
      failure: Record<WireFailureCode, string>
      signerFault: Record<SignerFaultKind, string>
    }
  }
}

/**
 * Everything that people read, in all languages: for the server. The browser must not load it; it
 * gets the file that `web/vite-plugins/translations.ts` makes of one language. `{{name}}` is filled in.
 */
export const texts = { es, en, it, pt } satisfies Record<Language, TextsOfLanguage & OfTheWire>
