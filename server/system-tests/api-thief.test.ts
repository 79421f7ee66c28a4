import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { insertApproval } from '#server/authorization/approval-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import { planSha256 } from '#server/authorization/ordered-plan.ts'
import { orderRows, toOrderedPlan } from '#server/authorization/read-ordered-plan.ts'
import { insertCancellation, planCancellation } from '#server/features/payments/fee-bump/cancel.ts'
import { approveWaiting } from '#server/features/transactions/write.ts'
import { requestWithdrawal } from '#server/features/withdrawals/withdrawals.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { ChangeFault } from '#server/signer/authority/judge-change.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { keySteps, makeKey, type Person, toListedKey } from '#server/testing/key-steps.ts'
import { payTerms } from '#server/testing/pay-terms.ts'

/**
 * A thief who has the database role of the api and the MAC key, at a company whose money moves by
 * passkeys alone. To the api that he runs there are no rules: it plans whatever he asks for, with every
 * MAC right. `theirs` are what the people themselves have signed.
 */

const story = await storyForFile({}, { breaks: ['I4', 'I7', 'I9'] })
const { engine } = story
const { db, macKey } = engine
const ours = await story.fundedPayroll([60_000n, 40_000n], 9_000_000n)
const { companyId, payrollId, employeeIds } = ours
const steps = keySteps(engine, companyId)

const ana = await makeKey(ours.userId)
const luis = await steps.person('APPROVER')
const thief = await makeKey(luis.userId)
const tiers = [{ fromUsdCents: '50000', approvals: 1 }]
const list = await steps.strongOnly(
  [
    { person: ana, role: 'ADMIN' },
    { person: luis, role: 'APPROVER' },
  ],
  tiers,
)
/** An administrator who joined by an invitation that nobody approved, with a key of the thief. */
const invited = await steps.person('ADMIN')

const transactionOf = (trx: Db, paymentId: string) =>
  trx
    .selectFrom('transactions')
    .selectAll()
    .where('sheet_id', '=', paymentId)
    .orderBy('id')
    .executeTakeFirstOrThrow()

/** The thief's own address for somebody, under a MAC that holds. */
async function redirected(trx: Db): Promise<void> {
  const address = anAddress()
  const parsed = parseBtcAddress(address, 'regtest')
  const [employeeId] = employeeIds
  if (!parsed.ok || !employeeId) throw new Error('nobody to rob')
  const person = { id: employeeId, company_id: companyId, base_salary_usd_cents: 60_000n }
  const terms = payTerms({ ...person, address })
  await trx
    .updateTable('employees')
    .set({
      address,
      script_pubkey: Buffer.from(parsed.script),
      mac: macOf(macKey, 'employees', terms),
    })
    .where('id', '=', employeeId)
    .execute()
}

/** No bytes, and the signer says by name why. */
async function isRefusedTransaction(id: string, code: SignerFaultCode) {
  const row = await engine.until(`the signer has decided (${code})`, async () => {
    const one = await db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return one.state !== 'pendingApproval' && one
  })
  expect(row).toMatchObject({
    state: 'failed',
    failure: 'SIGNER_REFUSED',
    signer_fault: { code },
    raw: null,
    txid: null,
  })
  expect(engine.alarms).toContain('the signer refuses a plan')
  engine.alarms.length = 0
}

async function isRefused(paymentId: string, code: SignerFaultCode) {
  await isRefusedTransaction((await transactionOf(db, paymentId)).id, code)
  await isClosed(paymentId)
}

const isClosed = (paymentId: string) =>
  engine.until('the payment is closed', async () => {
    const { closed_at } = await db
      .selectFrom('sheets')
      .select('closed_at')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    return closed_at
  })

const isSent = (paymentId: string) =>
  engine.until('the payment is sent', async () => {
    const { state } = await transactionOf(db, paymentId)
    return state === 'unconfirmed'
  })

async function funded({ payrollId: id, script }: { payrollId: string; script: Buffer }) {
  await engine.play.give(script, 2_000_000n)
  await engine.play.mine(1)
  await story.spendable(id, 2_000_000n)
}

type Alter = (trx: Trx, paymentId: string) => Promise<unknown>
const press = async (alter?: Alter, ids = ours) => {
  await engine.price(rateUsdCentsPerBtc)
  return engine.run(ids, '', null, alter)
}

/** The approval of a code, as the api writes it. */
const approveByCode =
  (userId: string): Alter =>
  async (trx, paymentId) => {
    const { subject } = await steps.orderOf(trx, paymentId)
    await insertApproval(trx, macKey, {
      company_id: companyId,
      subject_id: subject.id,
      user_id: userId,
      at: new Date(),
      kind: 'CODE',
      sheet_sha256: subject.sheetSha256,
      nonce: null,
      passkey_id: null,
      assertion: null,
    })
  }

type Forged = Parameters<typeof steps.sign>[3]
const approveBy =
  (person: Pick<Person, 'userId' | 'key'>, forged?: (subject: Subject) => Forged): Alter =>
  async (trx, paymentId) => {
    const { subject } = await steps.orderOf(trx, paymentId)
    await steps.sign(trx, subject, person, forged?.(subject))
  }
type Subject = Awaited<ReturnType<typeof steps.orderOf>>['subject']

/** Another order of the same people that Luis has really signed, and that was never begun. */
const other: Subject = {
  id: randomUUID(),
  sheetSha256: randomBytes(32),
  feeCeilingUsdCents: 500n,
}

const stolen = await (async () => {
  // The two users have signed the list of keys: the database holds their assertions for anybody to
  // copy.
  const rows = await db
    .selectFrom('approvals')
    .select(['user_id', 'nonce', 'assertion'])
    .where('subject_id', '=', list.id)
    .execute()
  const row = rows.find(({ user_id }) => user_id === luis.userId)
  if (!row?.nonce) throw new Error('Luis has signed the list')
  return { nonce: row.nonce, assertion: row.assertion as object }
})()

const forgedPayments: [string, Alter | undefined][] = [
  ['nobody has signed', undefined],
  ['Luis approves by a code', approveByCode(luis.userId)],
  ['Ana, who asks, approves by a code', approveByCode(ana.userId)],
  [
    'both approve by codes',
    async (trx, id) => {
      await approveByCode(luis.userId)(trx, id)
      await approveByCode(ana.userId)(trx, id)
    },
  ],
  ['Ana, who asks, signs it herself', approveBy(ana)],
  ['a key of the thief signs as Luis', approveBy(thief)],
  ['somebody signs who joined by a forged invitation', approveBy(invited)],
  [
    'a key of the thief signs as a person of no company',
    approveBy({ ...thief, userId: randomUUID() }, () => ({ as: luis.userId })),
  ],
  [
    'the thief signs with the id of Luis’ key',
    approveBy(thief, () => ({ assertion: withIdOf(luis) })),
  ],
  ['Ana’s assertion is filed under Luis', approveBy(ana, () => ({ as: luis.userId }))],
  ['Luis’ assertion of the list is filed here', approveBy(luis, () => stolen)],
  ['Luis has signed another order', approveBy(luis, () => ({ signed: other }))],
  [
    'Luis has signed this order with another sheet',
    approveBy(luis, (subject) => ({ signed: { ...subject, sheetSha256: randomBytes(32) } })),
  ],
  [
    'Luis has signed a lower fee ceiling',
    approveBy(luis, (subject) => ({
      signed: { ...subject, feeCeilingUsdCents: subject.feeCeilingUsdCents - 1n },
    })),
  ],
  [
    'Luis has signed the sheet of this order under another id',
    approveBy(luis, (subject) => ({ signed: { ...subject, id: randomUUID() } })),
  ],
  ['Luis has signed under another nonce', approveBy(luis, () => ({ nonce: randomBytes(32) }))],
  [
    'Luis’ key was at another origin',
    approveBy(luis, () => ({ slip: { origin: 'https://quincena.evil.example' } })),
  ],
  ['Luis’ key was at another host', approveBy(luis, () => ({ slip: { rpId: 'evil.example' } }))],
  [
    'Luis’ key has not verified anybody',
    approveBy(luis, () => ({ slip: { userVerified: false } })),
  ],
  ['Luis’ signature is broken', approveBy(luis, () => ({ slip: { forged: true } }))],
  ['Luis’ key was made, not used', approveBy(luis, () => ({ slip: { type: 'webauthn.create' } }))],
  ['the assertion is empty', approveBy(luis, () => ({ assertion: {} }))],
  ['the assertion is a text', approveBy(luis, () => ({ assertion: ['approved'] }))],
  [
    'the assertion has no signature',
    approveBy(luis, () => ({
      assertion: {
        id: luis.key.id,
        rawId: luis.key.id,
        type: 'public-key',
        response: { clientDataJSON: '', authenticatorData: '', signature: '' },
      },
    })),
  ],
  ['the order says that Luis has asked, and nobody signed', orderedBy(luis.userId)],
  ['the order says that nobody is needed', async (trx, id) => asRequired(trx, id, 0)],
]

function withIdOf({ key }: Person): object {
  const { id, ...rest } = thief.key.assert({ challenge: randomBytes(32).toString('base64url') })
  return { ...rest, id: key.id, rawId: key.id }
}

async function rewriteOrder(trx: Trx, paymentId: string, change: object): Promise<void> {
  const { row } = await steps.orderOf(trx, paymentId)
  const next = { ...row, ...change }
  await trx
    .updateTable('orders')
    .set({ ...change, mac: macOf(macKey, 'orders', next) })
    .where('id', '=', row.id)
    .execute()
}
function orderedBy(requested_by: string): Alter {
  return (trx, id) => rewriteOrder(trx, id, { requested_by })
}
const asRequired = (trx: Trx, id: string, required: number) =>
  rewriteOrder(trx, id, { required, own_code: false })

describe('a payment', () => {
  test.each(forgedPayments)('%s → nothing is signed', async (_, alter) => {
    await db.transaction().execute(redirected)
    await isRefused(await press(alter), 'NOT_SIGNED_BY_KEYS')
  })

  test('of people below every tier, by nobody’s key → nothing is signed', async () => {
    const small = { ...ours, ...(await engine.payroll(companyId, [20_000n])) }
    await funded(small)
    await isRefused(await press(undefined, small), 'NOT_SIGNED_BY_KEYS')
    await isRefused(await press(approveByCode(ana.userId), small), 'NOT_SIGNED_BY_KEYS')
    // An approver’s own key releases nothing that the approver asked for.
    const asLuis: Alter = async (trx, id) => {
      await approveBy(luis)(trx, id)
      await rewriteOrder(trx, id, { requested_by: luis.userId })
    }
    await isRefused(await press(asLuis, small), 'NOT_SIGNED_BY_KEYS')
  })

  test('that Luis has signed, and whose fee ceiling is raised → nothing is signed', async () => {
    const alter: Alter = async (trx, id) => {
      const { row, subject } = await steps.orderOf(trx, id)
      await steps.sign(trx, subject, luis)
      const fee_ceiling_sats = row.fee_ceiling_sats * 2n
      const plan = toOrderedPlan(await orderRows(trx, row.id))
      const plan_sha256 = planSha256(plan, fee_ceiling_sats)
      await rewriteOrder(trx, id, { fee_ceiling_sats, plan_sha256 })
    }
    await isRefused(await press(alter), 'FEE_CEILING_NOT_ITS_SHEET')
  })

  test('that Luis has signed, and whose sheet is another → nothing is signed', async () => {
    const alter: Alter = async (trx, id) => {
      const { row, subject } = await steps.orderOf(trx, id)
      await steps.sign(trx, subject, luis)
      const held = { [row.id]: 'leave' }
      await rewriteOrder(trx, id, { held })
    }
    await isRefused(await press(alter), 'ORDER_NOT_ITS_SHEET')
  })

  test('back to the thief, as a withdrawal that codes have approved → nothing is signed', async () => {
    const deps = { ...engine, db, smsConfigured: true }
    const input = {
      companyId,
      userId: ana.userId,
      payrollId,
      ip: null,
      now: new Date(),
      ...({ language: 'es', network: 'regtest', sandbox: true } as const),
      feeCeilings: engine.feeCeilings,
    }
    await engine.price(rateUsdCentsPerBtc)
    const id = await db.transaction().execute(async (trx) => {
      const { transactionId } = await requestWithdrawal(trx, deps, input, { address: anAddress() })
      const order = await trx
        .selectFrom('transactions')
        .innerJoin('orders', 'orders.id', 'transactions.order_id')
        .select(['orders.id', 'sheet_sha256'])
        .where('transactions.id', '=', transactionId)
        .executeTakeFirstOrThrow()
      await insertApproval(trx, macKey, {
        company_id: companyId,
        subject_id: order.id,
        user_id: ana.userId,
        at: new Date(),
        kind: 'CODE',
        sheet_sha256: order.sheet_sha256,
        nonce: null,
        passkey_id: null,
        assertion: null,
      })
      await approveWaiting(trx, companyId, order.id)
      await notify(trx, 'plans')
      return transactionId
    })
    await isRefusedTransaction(id, 'NOT_SIGNED_BY_KEYS')
  })

  /** The UTXOs of a payroll, said to be those of another. */
  const give = (from: { payrollId: string }, to: { companyId: string; payrollId: string }) =>
    sql`UPDATE utxos SET company_id = ${to.companyId}, payroll_id = ${to.payrollId}
      WHERE payroll_id = ${from.payrollId}`.execute(db)

  test.each([
    ['before the rule', async () => ours],
    [
      'under the rule and never paid',
      async () => {
        const later = { ...ours, ...(await engine.payroll(companyId, [20_000n])) }
        await funded(later)
        return later
      },
    ],
  ])('of a payroll made %s, moved to the thief → nothing is signed', async (_, make) => {
    const moved = await make()
    const evil = await engine.company()
    const theirs = { ...moved, ...evil, ...(await engine.payroll(evil.companyId, [10_000n])) }
    await give(moved, theirs)
    await isRefused(await press(undefined, theirs), 'ADDRESS_OF_ANOTHER_PAYROLL')
    await give(theirs, moved)
  })
})

/** The rules and keys as the signer has them, for what has to stay so. */
const known = async () =>
  JSON.stringify(
    await steps.readAuthority().then((one) => one && { ...one, handled: [], waiting: [] }),
  )

const somebody = () => ({ userId: randomUUID(), name: 'Sofía Orantes' })

/** The signer has looked at the changes of the company once more. */
async function followed(): Promise<void> {
  const marker = await steps.change('ROLE', { ...somebody(), role: null }, ana.userId)
  await notify(db, 'signatures')
  await engine.until('the signer has looked at the changes', async () =>
    (await steps.readAuthority())?.handled.includes(marker.id),
  )
}

const loose = { tiers: [], strongOnly: false }
const thiefsKey = { ...toListedKey(thief), name: 'Luis Cornejo', role: 'ADMIN' }
const thiefsKeyAsAna = { ...thiefsKey, userId: ana.userId, name: 'Ana Ramos' }

describe('a change', () => {
  const unsigned = 'CHANGE_NOT_SIGNED_BY_KEYS'
  /** How the signer names its refusal; null: it takes no change of this kind, or none that was ended. */
  const changes: [string, ChangeFault['code'] | null, () => Promise<unknown>][] = [
    ['codes may move money again', unsigned, () => steps.change('RULES', loose, ana.userId)],
    [
      'fewer people have to approve',
      unsigned,
      () => steps.change('RULES', { tiers: [], strongOnly: true }, ana.userId),
    ],
    [
      'the tier begins at a higher sum',
      unsigned,
      () =>
        steps.change(
          'RULES',
          { tiers: [{ fromUsdCents: '90000000', approvals: 1 }], strongOnly: true },
          ana.userId,
        ),
    ],
    [
      'more people have to approve than there are',
      'RULES_ASK_FOR_TOO_MANY',
      () =>
        steps.change(
          'RULES',
          { tiers: [{ fromUsdCents: '0', approvals: 5 }], strongOnly: true },
          ana.userId,
        ),
    ],
    [
      'the rule is switched on again with a key of the thief',
      'KEYS_LISTED_AGAIN',
      () =>
        steps.change(
          'RULES',
          { tiers, strongOnly: true, members: [], keys: [toListedKey(thief)] },
          ana.userId,
        ),
    ],
    [
      'Luis gets a key of the thief',
      unsigned,
      () => steps.change('FACTOR', thiefsKey, luis.userId),
    ],
    [
      'the thief joins as an administrator',
      unsigned,
      () => steps.change('ROLE', { ...somebody(), role: 'ADMIN' }, ana.userId),
    ],
    [
      'a code approves a key of the thief',
      unsigned,
      async () => {
        const subject = await steps.change('FACTOR', thiefsKey, luis.userId)
        await db.transaction().execute((trx) =>
          insertApproval(trx, macKey, {
            company_id: companyId,
            subject_id: subject.id,
            user_id: ana.userId,
            at: new Date(),
            kind: 'CODE',
            sheet_sha256: subject.sheetSha256,
            nonce: null,
            passkey_id: null,
            assertion: null,
          }),
        )
      },
    ],
    [
      'a key of the thief approves itself',
      unsigned,
      async () => {
        const subject = await steps.change('FACTOR', thiefsKey, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, thief))
      },
    ],
    [
      'a key of the thief signs the list of keys',
      null,
      async () => {
        const outsider = await steps.person('ADMIN')
        await db.transaction().execute((trx) => steps.sign(trx, list, outsider))
      },
    ],
    [
      'Ana asks and signs alone, where another has to',
      unsigned,
      async () => {
        const subject = await steps.change('RULES', loose, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, ana))
      },
    ],
    [
      'Luis’ assertion of the list approves other rules',
      unsigned,
      async () => {
        const subject = await steps.change('RULES', loose, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis, { signed: list }))
      },
    ],
    [
      'Luis’ assertion of one change approves another',
      unsigned,
      async () => {
        const first = await steps.change(
          'ROLE',
          { ...somebody(), role: 'ADMIN' },
          ana.userId,
          'rejected',
        )
        const subject = await steps.change('RULES', loose, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis, { signed: first }))
      },
    ],
    [
      'Ana signs a key of hers, that Luis is said to have asked for',
      unsigned,
      async () => {
        const subject = await steps.change('FACTOR', thiefsKeyAsAna, luis.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, ana))
      },
    ],
    [
      'Luis’ assertion of the list approves a key for Ana',
      unsigned,
      async () => {
        const subject = await steps.change('FACTOR', thiefsKeyAsAna, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis, { signed: list }))
      },
    ],
    [
      'Luis has signed another key of Ana’s',
      unsigned,
      async () => {
        const real = { ...thiefsKeyAsAna, ...toListedKey(await makeKey(ana.userId)) }
        const first = await steps.change('FACTOR', real, ana.userId, 'rejected')
        const subject = await steps.change('FACTOR', thiefsKeyAsAna, ana.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis, { signed: first }))
      },
    ],
    [
      'Luis has signed a key of Ana’s that was rejected',
      null,
      async () => {
        const subject = await steps.change('FACTOR', thiefsKeyAsAna, ana.userId, 'rejected')
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis))
      },
    ],
    [
      'the public key of Luis’ credential is exchanged',
      unsigned,
      () => {
        const { publicKey } = thief
        return steps.change('FACTOR', { ...thiefsKey, ...toListedKey(luis), publicKey }, ana.userId)
      },
    ],
    [
      'a code makes Luis an administrator',
      unsigned,
      async () => {
        const role = { userId: luis.userId, name: 'Luis Cornejo', role: 'ADMIN' }
        const subject = await steps.change('ROLE', role, ana.userId)
        await db.transaction().execute((trx) =>
          insertApproval(trx, macKey, {
            company_id: companyId,
            subject_id: subject.id,
            user_id: luis.userId,
            at: new Date(),
            kind: 'CODE',
            sheet_sha256: subject.sheetSha256,
            nonce: null,
            passkey_id: null,
            assertion: null,
          }),
        )
      },
    ],
    [
      'Luis has signed a role that was undone',
      null,
      async () => {
        const role = { userId: invited.userId, name: 'Luis Cornejo', role: 'ADMIN' }
        const subject = await steps.change('ROLE', role, ana.userId, 'undone')
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis))
      },
    ],
    [
      'an invitation that nobody approved is said to be done',
      null,
      () =>
        steps.change(
          'INVITATION',
          { invitationId: randomUUID(), email: 'thief@example.com', role: 'ADMIN' },
          ana.userId,
        ),
    ],
    [
      'Luis has signed an invitation, and its assertion approves a key of who joined',
      unsigned,
      async () => {
        const invitation = { invitationId: randomUUID(), email: 'b@example.com', role: 'ADMIN' }
        const first = await steps.change('INVITATION', invitation, ana.userId)
        const key = { ...toListedKey(invited), name: 'Luis Cornejo', role: 'ADMIN' }
        const subject = await steps.change('FACTOR', key, invited.userId)
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis, { signed: first }))
      },
    ],
    [
      'a change is not in the form of its kind',
      'CHANGE_NOT_AUTHENTIC',
      () => steps.change('FACTOR', { ...thiefsKey, publicKey: 7 }, ana.userId),
    ],
    [
      'Luis has signed a change that was undone',
      null,
      async () => {
        const subject = await steps.change('RULES', loose, ana.userId, 'undone')
        await db.transaction().execute((trx) => steps.sign(trx, subject, luis))
      },
    ],
  ]
  test.each(changes)('%s → the signer keeps its rules and keys', async (_, code, forge) => {
    const before = await known()
    await forge()
    await followed()
    expect(await known()).toBe(before)
    expect(engine.alarms.splice(0)).toEqual(
      code ? [`the signer does not take a change over: ${code}`] : [],
    )
  })

  const refusals: [string, string, () => Promise<unknown>][] = [
    [
      'the payload of a change',
      'permission denied',
      () => sql`UPDATE change_orders SET payload = '{}'`.execute(db),
    ],
    [
      'the person who approved',
      'permission denied',
      () => sql`UPDATE approvals SET user_id = ${luis.userId}`.execute(db),
    ],
    ['an approval', 'permission denied', () => sql`DELETE FROM approvals`.execute(db)],
    [
      'the signer’s rules',
      'permission denied',
      () =>
        sql`INSERT INTO signer.authorities (company_id, version, document, mac) VALUES (${companyId}, 99, '{}', ${randomBytes(32)})`.execute(
          db,
        ),
    ],
    [
      'the company of an address',
      'permission denied',
      () => sql`UPDATE addresses SET company_id = company_id`.execute(db),
    ],
    [
      'an address once more, as another company’s',
      'permission denied',
      () => sql`DELETE FROM addresses`.execute(db),
    ],
    [
      'the signer’s memory',
      'permission denied',
      () => sql`SELECT * FROM signer.signatures`.execute(db),
    ],
  ]
  test.each(refusals)('the database lets nobody write %s', async (_, message, write) => {
    await expect(write()).rejects.toThrow(message)
  })
})

describe('the people themselves', () => {
  test('Ana’s own key releases a sum below every tier', async () => {
    const small = { ...ours, ...(await engine.payroll(companyId, [1_000n])) }
    await funded(small)
    const paymentId = await press(approveBy(ana), small)
    await isSent(paymentId)
  })

  test('a second order of Ana’s key, dated before the first → summed with it, not signed', async () => {
    const make = async () => {
      const one = { ...ours, ...(await engine.payroll(companyId, [30_000n])) }
      await funded(one)
      return one
    }
    const first = await press(approveBy(ana), await make())
    await isSent(first)
    const { row } = await steps.orderOf(db, first)
    const dated: Alter = async (trx, id) => {
      await approveBy(ana)(trx, id)
      await rewriteOrder(trx, id, { requested_at: new Date(row.requested_at.getTime() - 1) })
    }
    await isRefused(await press(dated, await make()), 'NOT_SIGNED_BY_KEYS')
  })

  test('Luis signs what Ana asks for → it is paid; a dear cancellation needs a key too', async () => {
    const paymentId = await press(approveBy(luis))
    const { id } = await transactionOf(db, paymentId)
    await isSent(paymentId)
    const { chain, feeCeilings } = engine
    const cancellation = await planCancellation(db, chain, companyId, id, feeCeilings)
    const thiefs = { userId: ana.userId, at: new Date(), macKey }
    await db
      .transaction()
      .execute((trx) =>
        insertCancellation(trx, { ...cancellation, needsCode: true }, 'regtest', thiefs),
      )
    const { id: cancel } = await db
      .selectFrom('transactions')
      .select('id')
      .where('root_id', '=', id)
      .where('type', '=', 'cancel')
      .executeTakeFirstOrThrow()
    await isRefusedTransaction(cancel, 'FEE_NOT_SIGNED_BY_KEY')
  })

  test('Luis signs looser rules → they hold after their time, and keys end with them', async () => {
    const subject = await steps.change('RULES', loose, ana.userId)
    await db.transaction().execute((trx) => steps.sign(trx, subject, luis))
    await notify(db, 'signatures')
    await engine.until('codes move money again', async () => {
      const one = await steps.readAuthority()
      return one && !one.strongOnly
    })
    expect((await steps.readAuthority())?.keys).toEqual([])
  })
})
