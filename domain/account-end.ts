/** The last four signs of a bank account: all of it that a mail, a receipt or the audit trail shows. */
export const accountEnd = (account: string): string =>
  account.replaceAll(/[^\dA-Za-z]/g, '').slice(-4)
