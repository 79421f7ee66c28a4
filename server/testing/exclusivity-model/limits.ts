import { minimumHeadSats } from '#domain/fees.ts'

export const headFloorSats = Number(minimumHeadSats)

/** Small limits let short histories reach consolidations and lanes. The program's is 1,000. */
export const maxDeposits = 4

export const peopleInPayroll = 3
export const maxPeriods = 4
export const maxSpecialPays = 2
