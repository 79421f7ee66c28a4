/** A salary as it stands now, of which a payment line is a snapshot, or as an unpaid line has kept it. */
export type Payee = {
  employeeId: string
  firstName: string
  lastName: string
  usdCents: bigint
  address: string
  script: Buffer
}
