import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Address, TEST_NETWORK } from '@scure/btc-signer'
import type { ImportProgress } from '#contract/imports.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { type EmployeeField, fieldTable } from '#domain/employee-fields.ts'
import type { Client } from '#server/testing/client.ts'

const codec = Address({ ...TEST_NETWORK, bech32: 'bcrt' })

/** A regtest address that nobody has a key of. */
export const unspendableAddress = (): string =>
  codec.encode({ type: 'wpkh', hash: randomBytes(20) })

const columns: EmployeeField[] = [
  ...(['firstName', 'lastName', 'identification', 'email', 'phone'] as const),
  ...(['baseSalary', 'cryptoAddress'] as const),
]

/** The first line of a list: as many columns as its rows have, for the parser is slow where they differ. */
export const peopleHeader = `${columns.map((field) => fieldTable[field].template).join(',')}\r\n`

/** Somebody of a list, by place in it. */
export const personLine = (n: number, salaryUsd: number, address: string): string =>
  `Rosa,Número ${n},${String(n).padStart(8, '0')}-0,p${n}@izalco.sv,+503${70_000_000 + n},${salaryUsd},${address}\r\n`

/** A payroll of the people in these lines. */
export async function uploadPayroll(client: Client, lines: readonly string[]): Promise<Payroll> {
  const form = new FormData()
  form.append('name', 'Planilla')
  form.append('description', 'De prueba')
  form.append('file', new Blob([peopleHeader, ...lines]), 'lista.csv')
  const answer = await client.call<Payroll & { import?: { _id: string } }>(
    'POST',
    '/api/v1/companies/payrolls/bulk',
    form,
  )
  if (!answer.import) return answer
  for (;;) {
    const path = `/api/v1/companies/imports/${answer.import._id}`
    const progress = await client.call<ImportProgress>('GET', path)
    if (progress.payroll) return progress.payroll
    if (progress.state === 'failed') throw new Error(JSON.stringify(progress.failure))
    await sleep(50)
  }
}
