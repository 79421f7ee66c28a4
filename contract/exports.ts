import type { TransactionState } from '#domain/transaction-state.ts'
import type { Language, Texts } from './errors.ts'
import type { Transaction } from './transactions.ts'

/**
 * The texts of exported files, in the language of the request. The names are those of the screens.
 */
export const columnTexts = {
  date: { es: 'Fecha', en: 'Date', it: 'Data', pt: 'Data' },
  confirmedAt: {
    es: 'Confirmada el',
    en: 'Confirmed on',
    it: 'Confermata il',
    pt: 'Confirmada em',
  },
  type: { es: 'Tipo', en: 'Type', it: 'Tipo', pt: 'Tipo' },
  payroll: { es: 'Nómina', en: 'Payroll', it: 'Libro paga', pt: 'Folha' },
  firstName: { es: 'Nombre', en: 'First name', it: 'Nome', pt: 'Nome' },
  lastName: { es: 'Apellido', en: 'Last name', it: 'Cognome', pt: 'Sobrenome' },
  address: {
    es: 'Bitcoin Address',
    en: 'Bitcoin address',
    it: 'Indirizzo Bitcoin',
    pt: 'Endereço Bitcoin',
  },
  usd: { es: 'Monto USD', en: 'Amount USD', it: 'Importo USD', pt: 'Valor USD' },
  rate: { es: 'Tasa', en: 'Rate', it: 'Cambio', pt: 'Cotação' },
  btc: { es: 'Monto BTC', en: 'Amount BTC', it: 'Importo BTC', pt: 'Valor BTC' },
  txid: { es: 'TX ID', en: 'TX ID', it: 'TX ID', pt: 'TX ID' },
  feeBtc: {
    es: 'Comisión de red BTC',
    en: 'Network fee BTC',
    it: 'Commissione di rete BTC',
    pt: 'Taxa de rede BTC',
  },
  feeUsd: {
    es: 'Comisión de red USD',
    en: 'Network fee USD',
    it: 'Commissione di rete USD',
    pt: 'Taxa de rede USD',
  },
  feeShareBtc: {
    es: 'Parte de la comisión BTC',
    en: 'Share of the fee BTC',
    it: 'Quota della commissione BTC',
    pt: 'Parte da taxa BTC',
  },
  note: { es: 'Nota', en: 'Note', it: 'Nota', pt: 'Nota' },
  state: { es: 'Estatus', en: 'Status', it: 'Stato', pt: 'Status' },
} as const satisfies Record<string, Texts>
export type ColumnText = keyof typeof columnTexts

export const stateTexts: Record<TransactionState, Texts> = {
  signed: { es: 'Firmada', en: 'Signed', it: 'Firmata', pt: 'Assinada' },
  unconfirmed: { es: 'Procesando', en: 'Processing', it: 'In corso', pt: 'Processando' },
  confirmed: { es: 'Confirmada', en: 'Confirmed', it: 'Confermata', pt: 'Confirmada' },
  pendingApproval: {
    es: 'Esperando Aprobación',
    en: 'Awaiting Approval',
    it: 'In attesa di approvazione',
    pt: 'Aguardando Aprovação',
  },
  removed: { es: 'Removida', en: 'Removed', it: 'Rimossa', pt: 'Removida' },
  failed: { es: 'Fallida', en: 'Failed', it: 'Fallita', pt: 'Falhou' },
  rejected: { es: 'Rechazada', en: 'Rejected', it: 'Rifiutata', pt: 'Rejeitada' },
}

export const typeTexts: Record<Transaction['type'], Texts> = {
  send: {
    es: 'Pago de Nómina',
    en: 'Payroll payment',
    it: 'Pagamento stipendi',
    pt: 'Pagamento de folha',
  },
  receive: { es: 'Depósito', en: 'Deposit', it: 'Deposito', pt: 'Depósito' },
  withdrawal: { es: 'Retiro', en: 'Withdrawal', it: 'Prelievo', pt: 'Retirada' },
  cancel: { es: 'Cancelación', en: 'Cancellation', it: 'Annullamento', pt: 'Cancelamento' },
}

/** Names of the files, without accents: some mail programs still lose them. */
export const fileNames: Record<'transactions' | 'recipients', Record<Language, string>> = {
  transactions: {
    es: 'transacciones',
    en: 'transactions',
    it: 'transazioni',
    pt: 'transacoes',
  },
  recipients: {
    es: 'destinatarios',
    en: 'recipients',
    it: 'destinatari',
    pt: 'destinatarios',
  },
}
