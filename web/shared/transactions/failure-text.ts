import { readFailure, signerFault } from '#domain/failure.ts'

type Say = (key: string, slots: Record<string, string>) => string

/** Why a transaction ended without paying, in the person's language; what somebody wrote as it is. */
export function failureText(failure: string, t: Say): string {
  const { code, detail } = readFailure(failure)
  if (code === null) return detail
  if (code !== 'SIGNER_REFUSED') return t(`transactions.failure.${code}`, {})
  const fault = signerFault(detail)
  return t(`transactions.failure.${code}`, {
    why: t(`transactions.signerFault.${fault}`, {}),
    fault,
  })
}
