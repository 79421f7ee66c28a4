/**
 * Why the signer refuses a plan. Codes and fields are for programs: they stand in its log and in the
 * table `transactions`. `domain` has no texts; people read one of `signerFaultKinds`. Amounts are
 * decimal texts, since a fault is stored as JSON.
 */
export type SignerFault =
  // The plan itself
  | { code: 'PLAN_EMPTY' }
  | { code: 'NOT_ORDERED' }
  | { code: 'INPUT_MISSING'; planned: number; found: number }
  | { code: 'OUTPUT_MISSING'; planned: number; found: number }
  | { code: 'INPUT_OF_ANOTHER_PAYROLL'; outpoint: string }
  | { code: 'INPUT_FOREIGN'; outpoint: string }
  | { code: 'INPUTS_TOO_FEW' }
  | { code: 'LANE_OF_ANOTHER_PAYMENT' }
  | { code: 'PAYS_OTHERS' }
  // The rate
  | { code: 'RATE_IMPOSSIBLE'; usdCentsPerBtc: string }
  | { code: 'PRICE_NOT_STORED' }
  | { code: 'RATE_FAR_FROM_PRICE'; usdCentsPerBtc: string; storedUsdCentsPerBtc: string }
  // Outputs
  | { code: 'OUTPUT_NOT_ITS_LINE'; lineId: string }
  | { code: 'OUTPUT_FOREIGN'; sats: string }
  | { code: 'LINE_OF_ANOTHER_PAYMENT'; lineId: string }
  | { code: 'LINE_MAC_WRONG'; lineId: string }
  | { code: 'LINE_NOT_THE_SALARY'; lineId: string }
  | { code: 'TERMS_OLDER_THAN_SIGNED'; lineId: string }
  | { code: 'LINE_PAID_TWICE' }
  | { code: 'ADDRESS_HELD'; lineId: string }
  | { code: 'SCRIPT_NOT_ITS_ADDRESS'; lineId?: string; withdrawalId?: string }
  | { code: 'SEVERAL_CHANGE_OUTPUTS' }
  | { code: 'OUTPUT_OF_ANOTHER_WITHDRAWAL' }
  | { code: 'WITHDRAWAL_ABOVE_REQUEST'; sats: string; requestedSats: string }
  | { code: 'WITHDRAWAL_PAYS_OTHERS' }
  | { code: 'WITHDRAWAL_LEAVES_CHANGE' }
  // The fee
  | { code: 'FEE_NOT_POSITIVE'; feeSats: string }
  | { code: 'FEE_ABOVE_CEILING'; feeSats: string; ceilingSats: string }
  | { code: 'FEE_RATE_ABOVE_CEILING'; feeSats: string; ceilingSats: string }
  | { code: 'FEE_NOT_AS_PLANNED'; feeSats: string; plannedSats: string | null }
  | { code: 'FEE_ABOVE_ORDER'; feeSats: string; ceilingSats: string }
  | { code: 'SIGNED_FEES_ABOVE_ORDER'; feesSats: string; ceilingSats: string }
  // The order
  | { code: 'ORDER_OF_ANOTHER_PAYMENT'; orderId: string }
  | { code: 'ORDER_MAC_WRONG'; orderId: string }
  | { code: 'ORDER_NOT_ITS_PLAN'; orderId: string }
  | { code: 'ORDER_NOT_ITS_SHEET'; orderId: string }
  | { code: 'ORDER_NOT_APPROVED'; orderId: string }
  | { code: 'APPROVERS_DO_NOT_COUNT'; orderId: string; given: number; required: number }
  | { code: 'WITHDRAWAL_WITHOUT_APPROVAL'; orderId: string }
  | { code: 'ORDER_OVERTAKEN'; orderId: string }
  | { code: 'ORDER_EXPIRED'; orderId: string }
  // The approved payday that it pays
  | { code: 'PAYDAY_MAC_WRONG'; orderId: string }
  | { code: 'PAYDAY_OF_ANOTHER_RUN'; orderId: string }
  | { code: 'PAYDAY_NOT_ITS_SHEET'; orderId: string }
  | { code: 'PAYDAY_ABOVE_CEILING'; orderId: string }
  | { code: 'PAYDAY_OUT_OF_WINDOW'; orderId: string }
  | { code: 'PAYDAY_NEEDS_PRESS'; orderId: string }
  | { code: 'PAYDAY_SIGNED_BEFORE'; orderId: string }
  // A sweep of what is left
  | { code: 'SWEEP_NOT_APPROVED'; orderId: string }
  | { code: 'SWEEP_TO_ANOTHER_ADDRESS'; orderId: string }
  | { code: 'SWEEP_ADDRESS_HELD'; orderId: string }
  | { code: 'SWEEP_NOT_TRIED'; orderId: string }
  | { code: 'SWEPT_BEFORE'; orderId: string }
  | { code: 'SWEEP_BESIDE_ORDER'; orderId: string }
  | { code: 'SWEEP_BELOW_FLOOR'; sats: string; floorSats: string }
  // Under `strongOnly`
  | { code: 'NOT_SIGNED_BY_KEYS'; orderId: string; needed: number; signed: number }
  | { code: 'FEE_CEILING_NOT_ITS_SHEET'; orderId: string }
  | { code: 'FEE_NOT_SIGNED_BY_KEY'; orderId: string }
  // The signer's memory
  | { code: 'ADDRESS_OF_ANOTHER_PAYROLL' }
  | { code: 'BOTH_MAY_CONFIRM'; txid: string }
  | { code: 'PAYMENT_ABOVE_CAP'; usdCents: string; capUsdCents: string }
  | { code: 'DAY_ABOVE_CAP'; usdCents: string; capUsdCents: string }
  | { code: 'ALL_ABOVE_CAP'; usdCents: string; capUsdCents: string }

export type SignerFaultCode = SignerFault['code']

/** A company reads one of these; the code itself is for the person who runs the server. */
export type SignerFaultKind =
  | 'PAYMENT_LIMIT'
  | 'DAY_LIMIT'
  | 'PAID_BEFORE'
  | 'NOT_ORDERED'
  | 'APPROVERS_LEFT'
  | 'HELD'
  | 'MISMATCH'

export const signerFaultKinds: Record<SignerFaultCode, SignerFaultKind> = {
  PLAN_EMPTY: 'MISMATCH',
  NOT_ORDERED: 'NOT_ORDERED',
  INPUT_MISSING: 'MISMATCH',
  INPUTS_TOO_FEW: 'MISMATCH',
  OUTPUT_MISSING: 'MISMATCH',
  INPUT_OF_ANOTHER_PAYROLL: 'MISMATCH',
  INPUT_FOREIGN: 'MISMATCH',
  LANE_OF_ANOTHER_PAYMENT: 'MISMATCH',
  PAYS_OTHERS: 'MISMATCH',
  RATE_IMPOSSIBLE: 'MISMATCH',
  PRICE_NOT_STORED: 'MISMATCH',
  RATE_FAR_FROM_PRICE: 'MISMATCH',
  OUTPUT_NOT_ITS_LINE: 'MISMATCH',
  OUTPUT_FOREIGN: 'MISMATCH',
  LINE_OF_ANOTHER_PAYMENT: 'MISMATCH',
  LINE_MAC_WRONG: 'NOT_ORDERED',
  LINE_NOT_THE_SALARY: 'MISMATCH',
  TERMS_OLDER_THAN_SIGNED: 'NOT_ORDERED',
  LINE_PAID_TWICE: 'PAID_BEFORE',
  ADDRESS_HELD: 'HELD',
  SCRIPT_NOT_ITS_ADDRESS: 'MISMATCH',
  SEVERAL_CHANGE_OUTPUTS: 'MISMATCH',
  OUTPUT_OF_ANOTHER_WITHDRAWAL: 'MISMATCH',
  WITHDRAWAL_ABOVE_REQUEST: 'MISMATCH',
  WITHDRAWAL_PAYS_OTHERS: 'MISMATCH',
  WITHDRAWAL_LEAVES_CHANGE: 'MISMATCH',
  FEE_NOT_POSITIVE: 'MISMATCH',
  FEE_ABOVE_CEILING: 'MISMATCH',
  FEE_RATE_ABOVE_CEILING: 'MISMATCH',
  FEE_NOT_AS_PLANNED: 'MISMATCH',
  FEE_ABOVE_ORDER: 'NOT_ORDERED',
  SIGNED_FEES_ABOVE_ORDER: 'NOT_ORDERED',
  ORDER_OF_ANOTHER_PAYMENT: 'NOT_ORDERED',
  ORDER_MAC_WRONG: 'NOT_ORDERED',
  ORDER_NOT_ITS_PLAN: 'NOT_ORDERED',
  ORDER_NOT_ITS_SHEET: 'NOT_ORDERED',
  ORDER_NOT_APPROVED: 'NOT_ORDERED',
  APPROVERS_DO_NOT_COUNT: 'APPROVERS_LEFT',
  WITHDRAWAL_WITHOUT_APPROVAL: 'NOT_ORDERED',
  ORDER_OVERTAKEN: 'NOT_ORDERED',
  ORDER_EXPIRED: 'NOT_ORDERED',
  PAYDAY_MAC_WRONG: 'NOT_ORDERED',
  PAYDAY_OF_ANOTHER_RUN: 'NOT_ORDERED',
  PAYDAY_NOT_ITS_SHEET: 'NOT_ORDERED',
  PAYDAY_ABOVE_CEILING: 'NOT_ORDERED',
  PAYDAY_OUT_OF_WINDOW: 'NOT_ORDERED',
  PAYDAY_NEEDS_PRESS: 'NOT_ORDERED',
  PAYDAY_SIGNED_BEFORE: 'PAID_BEFORE',
  SWEEP_NOT_APPROVED: 'NOT_ORDERED',
  SWEEP_TO_ANOTHER_ADDRESS: 'MISMATCH',
  SWEEP_ADDRESS_HELD: 'HELD',
  SWEEP_NOT_TRIED: 'NOT_ORDERED',
  SWEPT_BEFORE: 'PAID_BEFORE',
  SWEEP_BESIDE_ORDER: 'NOT_ORDERED',
  SWEEP_BELOW_FLOOR: 'MISMATCH',
  NOT_SIGNED_BY_KEYS: 'NOT_ORDERED',
  FEE_CEILING_NOT_ITS_SHEET: 'NOT_ORDERED',
  FEE_NOT_SIGNED_BY_KEY: 'NOT_ORDERED',
  ADDRESS_OF_ANOTHER_PAYROLL: 'MISMATCH',
  BOTH_MAY_CONFIRM: 'PAID_BEFORE',
  PAYMENT_ABOVE_CAP: 'PAYMENT_LIMIT',
  DAY_ABOVE_CAP: 'DAY_LIMIT',
  ALL_ABOVE_CAP: 'DAY_LIMIT',
}
