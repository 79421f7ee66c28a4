export type FaultCode = 'PAID_TWICE' | 'WITHDRAWN_TWICE' | 'RECORDS_DIFFER' | 'STUCK'

/** A fault: no history may show one. */
export class ModelFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The exceptions of decision 5, under which two transactions of one line may stand in one chain.
 * `CHOSEN`: nobody knew whether it was paid, the press asked, and the answer was wrong.
 */
export type Excuse = 'CONFLICT_BURIED' | 'GIVEN_UP' | 'FIRST_RUN_LOST' | 'CHOSEN'
