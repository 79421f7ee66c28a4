/** The last four digits of a bank account: all of it that a mail, a receipt or the audit trail shows. */
export const accountEnd = (account: string): string => account.replaceAll(/\D/g, '').slice(-4)
