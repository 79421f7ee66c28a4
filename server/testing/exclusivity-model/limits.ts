import { minimumHeadSats } from '#domain/fees.ts'

export const headFloorSats = Number(minimumHeadSats)

/** Small limits let short histories reach gatherings and lanes. The program's are 100 and 150. */
export const maxDepositsInPayment = 4
export const maxDepositsInGathering = 5

/** A withdrawal gathers first, too. The model lets it spend everything at once. */
export const maxDepositsInWithdrawal = 1_000

export const peopleInPayroll = 3
export const maxPeriods = 4
