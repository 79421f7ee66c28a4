import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeProofBody } from '#contract/fee-bumps.ts'
import { confirmByKey } from '#web/shared/auth/ask-for-key.ts'
import { type FeeAct, readFeeOptions } from './api.ts'

/** The passkey that confirms a fee above what was ordered, where only passkeys move money. */
export function useFeeKey(id: string, act: FeeAct) {
  const { t } = useTranslation()
  const [isWaiting, setWaiting] = useState(false)
  const [fault, setFault] = useState<string>()

  /** The assertion for the server; undefined where there is none, which is then said. */
  async function prove(feeRate?: number): Promise<FeeProofBody | undefined> {
    setFault(undefined)
    setWaiting(true)
    try {
      const options = await readFeeOptions(id, act, feeRate)
      if (options === null) {
        setFault(t('transactions.cancel.byKey.none'))
        return undefined
      }
      const answer = await confirmByKey(options)
      if ('assertion' in answer) return answer
      setFault(t(`factors.key.${answer.problem}`))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setFault(error.message)
    } finally {
      setWaiting(false)
    }
    return undefined
  }

  return { prove, isWaiting, fault, setFault }
}
