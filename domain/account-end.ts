/** The last four signs of a bank account: all of it that a mail, a receipt or the audit trail shows. */
export const accountEnd = (account: string): string =>
  account.replaceAll(/[^\dA-Za-z]/g, '').slice(-4)

/** 'Banco Agrícola …4821': all of an account that people are shown; '' where there is none. */
export const accountText = (bank: string, account: string): string =>
  [bank, account === '' ? '' : `…${accountEnd(account)}`].filter(Boolean).join(' ')
