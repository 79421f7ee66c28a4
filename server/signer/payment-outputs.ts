import type { KeyObject } from 'node:crypto'
import { addressOfScript, type Network, parseBtcAddress } from '#domain/address.ts'
import { satsFromCents } from '#domain/money.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { splitSalary } from '#domain/split-salary.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { StoredPlan } from './read-plan.ts'
import type { Wallet } from './wallet.ts'

export const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** People are paid where they were paid before, and writing an address costs more than the rest of a line. */
const scriptsKnown = 20_000
const scriptOf = new Map<string, Uint8Array>()

/** Whether this is the script of an address; a process knows one network. */
function isScriptOf(address: string, script: Uint8Array, network: Network): boolean {
  const known = scriptOf.get(address)
  if (known) return same(known, script)
  if (addressOfScript(script, network) !== address) return false
  if (scriptOf.size >= scriptsKnown) scriptOf.clear()
  scriptOf.set(address, script)
  return true
}

type Line = NonNullable<StoredPlan['outputs'][number]['line']>

const termsOf = (line: Line): MacRow<'employees'> => ({
  id: line.employeeId,
  company_id: line.companyId,
  address: line.address,
  base_salary_usd_cents: line.baseUsdCents,
  bitcoin_percent: line.bitcoinPercent,
  bank: line.bank,
  bank_account: line.bankAccount,
  pay_frequency: line.payFrequency,
  version: line.version,
  mac: line.mac,
})

/** An output that pays a line pays the bitcoin part of the employee's authentic salary, and there. */
export function lineFault(
  line: Line,
  { script, sats }: Pick<StoredPlan['outputs'][number], 'script' | 'sats'>,
  plan: Pick<StoredPlan, 'companyId' | 'paymentId' | 'rateUsdCentsPerBtc'>,
  network: Network,
  macKey: KeyObject,
): SignerFault | null {
  const { id: lineId, companyId, address, usdCents, bitcoinPercent } = line
  const wholeUsdCents = usdCents + line.dollarsUsdCents
  if (companyId !== plan.companyId || line.paymentId !== plan.paymentId) {
    return { code: 'LINE_OF_ANOTHER_PAYMENT', lineId }
  }
  if (!isTrue(macKey, 'employees', termsOf(line))) {
    return { code: 'LINE_MAC_WRONG', lineId }
  }
  // The amount of a special pay is the order's alone, which has the cents of every line.
  if (!line.isSpecial && line.baseUsdCents !== wholeUsdCents) {
    return { code: 'LINE_NOT_THE_SALARY', lineId }
  }
  // The address was parsed, and is under the MAC, since it was entered.
  if (!isScriptOf(address, script, network)) return { code: 'SCRIPT_NOT_ITS_ADDRESS', lineId }
  // A part that becomes dollars has no output, so this one is what the person's share says.
  const split = splitSalary(wholeUsdCents, bitcoinPercent)
  const isSalary =
    usdCents === split.bitcoinUsdCents && sats === satsFromCents(usdCents, plan.rateUsdCentsPerBtc)
  return isSalary ? null : { code: 'LINE_NOT_THE_SALARY', lineId }
}

export function outputFault(
  output: StoredPlan['outputs'][number],
  plan: StoredPlan,
  wallet: Wallet,
  network: Network,
  macKey: KeyObject,
): SignerFault | null {
  const { line, withdrawalId } = output
  if (line) {
    return line.isOutput
      ? lineFault(line, output, plan, network, macKey)
      : { code: 'OUTPUT_NOT_ITS_LINE', lineId: line.id }
  }
  if (withdrawalId) return withdrawalFault(output, plan, network)
  return isChange(output, plan, wallet)
    ? null
    : { code: 'OUTPUT_FOREIGN', sats: String(output.sats) }
}

/** An output at a change address of the plan's payroll. */
export function isChange(
  { change, script }: StoredPlan['outputs'][number],
  { payrollId }: StoredPlan,
  wallet: Wallet,
): boolean {
  return (
    change !== null &&
    change.branch === 1 &&
    change.payrollId === payrollId &&
    same(wallet.key(1, change.index).script, script)
  )
}

function withdrawalFault(
  { script, sats, withdrawalId }: StoredPlan['outputs'][number],
  { withdrawal }: StoredPlan,
  network: Network,
): SignerFault | null {
  if (!withdrawal || withdrawal.id !== withdrawalId) return { code: 'OUTPUT_OF_ANOTHER_WITHDRAWAL' }
  const parsed = parseBtcAddress(withdrawal.address, network)
  if (!parsed.ok || !same(parsed.script, script)) {
    return { code: 'SCRIPT_NOT_ITS_ADDRESS', withdrawalId: withdrawal.id }
  }
  const { requestedSats } = withdrawal
  return requestedSats !== null && sats > requestedSats
    ? {
        code: 'WITHDRAWAL_ABOVE_REQUEST',
        sats: String(sats),
        requestedSats: String(requestedSats),
      }
    : null
}

/** Rules of a withdrawal alone. */
export function withdrawalOutputsFault(plan: StoredPlan): SignerFault | null {
  const paid = plan.outputs.filter((output) => output.withdrawalId)
  if (!plan.withdrawal) return paid.length > 0 ? { code: 'OUTPUT_OF_ANOTHER_WITHDRAWAL' } : null
  if (paid.length !== 1 || plan.outputs.some((output) => output.line || output.lanePaymentId)) {
    return { code: 'WITHDRAWAL_PAYS_OTHERS' }
  }
  // A UTXO that came later may pay for a bump, and its change stays.
  return plan.withdrawal.requestedSats === null && plan.outputs.length > 1 && plan.isFirst
    ? { code: 'WITHDRAWAL_LEAVES_CHANGE' }
    : null
}
