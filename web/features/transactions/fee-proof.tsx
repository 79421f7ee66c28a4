import { ApiError } from '#web/lib/api.ts'
import { StepUpCode } from '#web/shared/auth/step-up-code.tsx'
import { useStepUp } from '#web/shared/auth/use-step-up.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { FeeAct } from './api.ts'
import { useFeeKey } from './use-fee-key.ts'

/** Whether an act's fee is above what was ordered and, if so, by what it is confirmed. */
type Needs = { needsCode: boolean; needsKey: boolean }

/** The code or passkey that confirms a fee above what was ordered. */
export function useFeeProof(id: string, act: FeeAct) {
  const stepUp = useStepUp(act === 'cancel' ? 'CANCEL' : 'FEE')
  const key = useFeeKey(id, act)
  return {
    stepUp,
    fault: key.fault,
    isWaiting: stepUp.isWaiting || key.isWaiting,
    /** Undefined where none was given, which is then said. */
    async prove({ needsCode, needsKey }: Needs, feeRate?: number) {
      if (!needsCode) return {}
      return needsKey ? key.prove(feeRate) : stepUp.prove()
    },
    /** Says at its place why a code or key was refused; false: something else was. */
    refused({ needsKey }: Needs, error: Error): boolean {
      if (!needsKey) return stepUp.refused(error)
      const isWrong = error instanceof ApiError && error.code === 'WRONG_ASSERTION'
      if (isWrong) key.setFault(error.message)
      return isWrong
    },
  }
}

interface FeeProofProps {
  proof: ReturnType<typeof useFeeProof>
  needs: Needs
  /** The fee, and why it is to be confirmed. */
  why: string
}

export function FeeProofFields({ proof, needs: { needsCode, needsKey }, why }: FeeProofProps) {
  if (!needsCode) return null
  return (
    <>
      <Notice tone="amber">{why}</Notice>
      {!needsKey && <StepUpCode stepUp={proof.stepUp} />}
      {needsKey && proof.fault && (
        <Notice tone="brick" role="alert">
          {proof.fault}
        </Notice>
      )}
    </>
  )
}
