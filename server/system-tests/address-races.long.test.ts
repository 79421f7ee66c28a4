import { expect, test } from 'vitest'
import { addressOfScript } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { anAddress } from '../testing/engine.ts'
import { anEmployeeBody, type TestCompany } from '../testing/factories.ts'
import { among, interleavings, race, raceSeed } from '../testing/race.ts'

/** Addresses change while somebody pays, withdraws and deletes: what a payment shows is where its UTXOs went. */

const s = await paymentsForFile()
const ours = await s.company({ overUsd: null, changedAddresses: false })

const salaryCents = 50_000n

async function aFundedPayroll() {
  const { payrollId, employeeIds } = await s.funded(ours, [salaryCents, salaryCents], 10_000_000n)
  const rows = await s.engine.db
    .selectFrom('employees')
    .select(['id', 'address', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', employeeIds)
    .execute()
  const addresses = new Map(rows.map(({ id, address }) => [id, [address]]))
  return { payrollId, addresses, names: new Map(rows.map(({ id, ...row }) => [id, row])) }
}

/** Addresses and amounts of the lines of a payroll's only run, once that is in the mempool. */
const linesInMempool = (payrollId: string) =>
  s.engine.until('the run is sent', async () => {
    const rows = await s.engine.db
      .selectFrom('sheet_lines as l')
      .innerJoin('payouts as paid', 'paid.line_id', 'l.id')
      .innerJoin('transaction_outputs as o', 'o.line_id', 'l.id')
      .innerJoin('transactions as t', 't.id', 'o.transaction_id')
      .select(['l.employee_id', 'l.address', 'paid.sats', 't.txid'])
      .where('t.payroll_id', '=', payrollId)
      .where('t.state', '=', 'unconfirmed')
      .where('paid.method', '=', 'BITCOIN')
      .execute()
    return rows.length > 0 && rows
  })

/** The addresses that each transaction of the node pays. */
async function paidInNode(txid: string): Promise<(string | null)[][]> {
  const raw = (await s.engine.chain.mempoolTransactions([txid])).get(txid)
  if (!raw) throw new Error('it is not in the mempool')
  return walkTransaction(raw).outputs.map(({ script, sats }) => [
    addressOfScript(script, 'regtest'),
    String(sats),
  ])
}

const kinds = ['run', 'run', 'withdraw', 'delete', 'edit', 'edit', 'edit', 'edit'] as const
type Kind = (typeof kinds)[number]

test(`an address edited while a run begins → the line's address is paid (RACE_SEED=${raceSeed})`, async () => {
  for (const interleaving of interleavings(kinds)) {
    const { payrollId, addresses, names } = await aFundedPayroll()
    const path = `/companies/payrolls/${payrollId}`
    let edits = 0
    const begin: Record<Kind, () => ReturnType<TestCompany['call']>> = {
      run: () => ours.call('POST', `${path}/run-payment`, {}),
      withdraw: () => ours.call('POST', `${path}/withdraw-funds`, { address: anAddress() }),
      delete: () => ours.call('DELETE', path),
      edit: () => {
        const [id = '', known = []] = [...addresses][edits++ % addresses.size] ?? []
        const cryptoAddress = anAddress()
        known.push(cryptoAddress)
        const { firstName, lastName } = names.get(id) ?? {}
        const kept = { firstName, lastName, identification: '' }
        const body = anEmployeeBody({ ...kept, baseSalary: 500, cryptoAddress })
        return ours.call('PUT', `/companies/employees/${id}`, body)
      },
    }
    const done = await race(interleaving, begin)
    const acts = done.filter((kind) => kind !== 'edit')
    expect(done.length - acts.length, 'every edit is saved').toBe(edits)
    expect(acts, interleaving.join()).toHaveLength(1)
    expect(acts, 'a payroll with funds is not deleted').not.toContain('delete')
    if (acts.includes('withdraw')) {
      await s.reject(ours, payrollId)
      expect(await race(among(interleaving, ['run', 'edit']), begin)).toContain('run')
    }

    const lines = await linesInMempool(payrollId)
    expect(lines.map((line) => line.employee_id).sort()).toEqual([...addresses.keys()].sort())
    for (const { employee_id, address, sats, txid } of lines) {
      expect(addresses.get(employee_id)).toContain(address)
      expect(await paidInNode(txid?.toString('hex') ?? '')).toContainEqual([address, String(sats)])
    }
  }
}, 600_000)
