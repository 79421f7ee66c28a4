import type { Language } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import type { Transaction } from '#contract/transactions.ts'
import { toWireFailure } from '#contract/wire-names.ts'
import type { FailureCode } from '#domain/failures.ts'
import { type SignerFaultCode, signerFaultKinds } from '#domain/signer-faults.ts'

type Row = {
  failure: FailureCode | null
  fault_code: SignerFaultCode | null
  rejection_reason: string | null
}

/**
 * Why a transaction ended without paying: the code, its text, and the reason that a person gave.
 */
export function readFailure(
  { failure, fault_code: fault, rejection_reason: reason }: Row,
  language: Language,
): Pick<Transaction, 'failure' | 'failureMessage' | 'reason'> {
  if (failure === null) return { failure: null, failureMessage: null, reason: null }
  const code = toWireFailure(failure)
  const { failure: ofCode, signerFault } = texts[language].screens.transactions
  const slots =
    failure === 'SIGNER_REFUSED' && fault
      ? { why: signerFault[signerFaultKinds[fault]], fault }
      : {}
  return {
    failure: code,
    failureMessage: fill(ofCode[code], slots),
    reason: failure === 'REJECTED' ? reason : null,
  }
}
