import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { transactionBytes } from '#domain/transaction-bytes.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { ChainStory } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { ownerFault } from './address-owners.ts'

/** Rule R8 of decision 5: another database gave an index to a payroll that this one gave to another. */

type Ids = Awaited<ReturnType<ChainStory['payroll']>>
type Output = { txid: string; vout: number; script: Buffer }

const refused = { code: 'ADDRESS_OF_ANOTHER_PAYROLL' }

const story = await storyForFile()
const ours = await story.payroll([50_000n])
const theirs = await story.payroll([50_000n])

/** Works with a memory of the signer in an SQL transaction of the owner that is rolled back. */
async function remembering(work: (memory: ReturnType<typeof memoryIn>) => Promise<void>) {
  const trx = await story.engine.owner.startTransaction().execute()
  await work(memoryIn(trx)).finally(() => trx.rollback().execute())
}

const someUtxo = (): Output => ({
  txid: randomBytes(32).toString('hex'),
  vout: 0,
  script: randomBytes(22),
})

function memoryIn(trx: Trx) {
  const { wallet } = story.engine
  const signScript = async (script: Buffer, ids: Ids) => {
    const owner = { company_id: ids.companyId, payroll_id: ids.payrollId }
    await trx
      .insertInto('signer.signed_scripts')
      .values({ script_pubkey: script, ...owner })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return {
    signScript,
    /** A change address that this database has given to a payroll. */
    async change(index: number, ids: Ids): Promise<Buffer> {
      const script = Buffer.from(wallet.key(1, index).script)
      const owner = { company_id: ids.companyId, payroll_id: ids.payrollId }
      await trx
        .insertInto('addresses')
        .values({ script_pubkey: script, ...owner, branch: 1, index })
        .execute()
      return script
    },
    /** A transaction of a payroll that pays these scripts; the signer remembers it where it is signed. */
    async transaction(
      ids: Ids,
      spends: readonly Output[],
      scripts: readonly Buffer[],
      { isSigned = true, stored = (raw: Buffer) => raw } = {},
    ): Promise<Output[]> {
      const raw = Buffer.from(
        transactionBytes(
          spends,
          scripts.map((script) => ({ script, sats: 1_000n })),
          spends.map(() => [Buffer.from('00', 'hex')]),
        ),
      )
      const hex = walkTransaction(raw).txid()
      const txid = Buffer.from(hex, 'hex')
      const { id } = await trx
        .insertInto('transactions')
        .values({
          company_id: ids.companyId,
          payroll_id: ids.payrollId,
          txid,
          raw: stored(raw),
          type: 'cancel',
          usd_cents: 1n,
          sats: 1n,
          rate_usd_cents_per_btc: 1n,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (isSigned) {
        const order = { order_id: randomUUID(), order_kind: 'payment' }
        const signature = { transaction_id: id, run_id: id, root_id: id, ...order }
        const amounts = { paid_sats: 1n, fee_sats: 1n, run_sats: 1n, rate_usd_cents_per_btc: 1n }
        await trx
          .insertInto('signer.signatures')
          .values({
            ...signature,
            ...amounts,
            txid,
            paid: [],
            order_usd_cents: 1n,
            sheet_sha256: randomBytes(32),
            company_id: ids.companyId,
            payroll_id: ids.payrollId,
          })
          .execute()
      }
      return scripts.map((script, vout) => ({ txid: hex, vout, script }))
    },
    /** The fault of a plan that spends these, whatever the tables say whose they are. */
    faultOf: ({ companyId, payrollId }: Ids, ...spends: (Output | undefined)[]) =>
      ownerFault(trx, wallet, {
        companyId,
        payrollId,
        inputs: spends.flatMap((output) =>
          output ? [{ ...output, sats: 1_000n, payrollId, branch: 1, index: 0 }] : [],
        ),
        outputs: [],
      }),
  }
}

test('another database made change on an index of its own → only the payer spends it', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const shared = await change(5_002, theirs)
    await signScript(shared, theirs)
    const [head] = await transaction(ours, [someUtxo()], [await change(5_001, ours)])
    if (!head) throw new Error('it has an output')
    const elsewhere = { isSigned: false }
    const [spent] = await transaction(ours, [head], [shared], elsewhere)
    expect(await faultOf(ours, spent)).toBeNull()
    const third = await story.payroll([50_000n])
    expect(await faultOf(third, spent)).toEqual(refused)

    const between = await transaction(ours, [head], [await change(5_003, ours)], elsewhere)
    const [next] = await transaction(ours, between, [shared], elsewhere)
    expect(await faultOf(ours, next)).toBeNull()
  }))

test('the tables say that change of theirs is ours → it is refused', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const script = await change(5_002, theirs)
    await signScript(script, theirs)
    const [signed] = await transaction(theirs, [someUtxo()], [script])
    expect(await faultOf(ours, signed)).toEqual(refused)
    const [unknown] = await transaction(ours, [someUtxo()], [script], { isSigned: false })
    expect(await faultOf(ours, unknown)).toEqual(refused)
    expect(await faultOf(ours, { ...someUtxo(), script })).toEqual(refused)
  }))

test('we pay their deposit address → neither that nor what they make of it is ours', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const theirChange = await change(5_002, theirs)
    for (const script of [theirs.script, theirChange]) await signScript(script, theirs)
    const [paid] = await transaction(ours, [someUtxo()], [theirs.script])
    if (!paid) throw new Error('it has an output')
    expect(await faultOf(ours, paid)).toEqual(refused)
    for (const isSigned of [true, false]) {
      const spends = [paid, someUtxo()].slice(0, isSigned ? 2 : 1)
      const [made] = await transaction(theirs, spends, [theirChange], { isSigned })
      expect(await faultOf(ours, made)).toEqual(refused)
    }
  }))

test('a transaction pays another’s deposit address from our change → refused', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    await signScript(theirs.script, theirs)
    const head = await transaction(ours, [someUtxo()], [await change(5_001, ours)])
    const [deposit] = await transaction(ours, head, [theirs.script], { isSigned: false })
    expect(await faultOf(ours, deposit)).toEqual(refused)
  }))

test('a transaction spends change of two payrolls → its change is nobody’s', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const [first, second] = [await change(5_001, ours), await change(5_002, theirs)]
    await signScript(second, theirs)
    const heads = [
      ...(await transaction(ours, [someUtxo()], [first])),
      ...(await transaction(theirs, [someUtxo()], [second])),
    ]
    const [made] = await transaction(ours, heads, [second], { isSigned: false })
    expect(await faultOf(ours, made)).toEqual(refused)
  }))

test('bytes do not hash to the txid of their row → they prove nothing', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const shared = await change(5_002, theirs)
    await signScript(shared, theirs)
    const head = await transaction(ours, [someUtxo()], [await change(5_001, ours)])
    const stored = (raw: Buffer) => Buffer.concat([raw, Buffer.alloc(1)])
    const [spent] = await transaction(ours, head, [shared], { isSigned: false, stored })
    expect(await faultOf(ours, spent)).toEqual(refused)
  }))

test('the tables give our payroll to another company → it does not spend our change', () =>
  remembering(async ({ change, signScript, transaction, faultOf }) => {
    const [own, shared] = [await change(5_001, ours), await change(5_002, theirs)]
    await signScript(own, ours)
    await signScript(shared, theirs)
    const head = await transaction(ours, [someUtxo()], [own])
    const [spent] = await transaction(ours, head, [shared], { isSigned: false })
    expect(await faultOf(ours, spent)).toBeNull()
    const moved = { ...ours, companyId: theirs.companyId }
    expect(await faultOf(moved, spent)).toEqual(refused)
  }))
