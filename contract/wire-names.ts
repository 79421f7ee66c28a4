import { type FailureCode, failureCodes } from '#domain/failures.ts'

/** The wire has had these names since its first version; the program has the field's. */
const failures = { LANE_LOST: 'FEEDER_FAILED', UTXO_GONE: 'COIN_GONE' } as const
type Failures = typeof failures

/** `failure` of a transaction, and in the details of the audit trail. */
export type WireFailureCode = Exclude<FailureCode, keyof Failures> | Failures[keyof Failures]

const isRenamed = (code: FailureCode): code is keyof Failures => Object.hasOwn(failures, code)

export const toWireFailure = (code: FailureCode): WireFailureCode =>
  isRenamed(code) ? failures[code] : code

export const wireFailureCodes: readonly WireFailureCode[] = failureCodes.map(toWireFailure)

type Wait = 'approval' | 'signature' | 'operator' | 'lane' | 'fee' | 'node'

/** `waitingFor` of a transaction. */
export const toWireWait = (wait: Wait): Exclude<Wait, 'lane'> | 'feeder' =>
  wait === 'lane' ? 'feeder' : wait
