import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { decidedAnswer } from '#contract/approval.ts'
import { company } from '#contract/company.ts'
import { dollarLines } from '#contract/dollar-lines.ts'
import { payrollStatus } from '#contract/payroll-status.ts'
import { payroll } from '#contract/payrolls.ts'
import { macOf } from '#server/authorization/mac.ts'
import {
  approveTransaction,
  pressRunPayment,
  previewOf,
  run,
} from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { editEmployee, expectAccepted, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { holdSteps } from '#server/testing/hold-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { loosenSettings } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()
const h = holdSteps(s)
const everyPayment = { overUsd: 0, changedAddresses: false }

test('held addresses → one is paid at the old one, one is left out and paid later', async () => {
  const team = await h.paidTeam([5_000n, 6_000n, 7_000n])
  const { ours, colleague, payrollId, employeeIds, after } = team
  const [ana = '', eva = '', luz = ''] = employeeIds
  const before = await h.addressOf(ours, ana)
  const [anas, evas] = [anAddress(), anAddress()]
  await h.move(ours, ana, anas)
  await h.move(ours, eva, evas)

  const shown = await previewOf(ours, payrollId)
  expect(shown.held.map(({ employee }) => employee._id).toSorted()).toEqual([ana, eva].toSorted())
  expect(shown.problems.map(({ code }) => code)).toContain('HELD_ADDRESSES')
  expect(payrollStatus.parse(shown.status).code).toBe('paid')
  const held = await h.heldAt(ours, payrollId, { after })
  const ofAna = held.find(({ employee }) => employee._id === ana)
  expect(ofAna).toMatchObject({
    cryptoAddress: anas,
    previousAddress: before,
    usd: 50,
    reason: 'ADDRESS',
    via: 'API',
    by: 'Marcela Portillo',
  })
  const until = Date.parse(ofAna?.until ?? '')
  expect(until - Date.parse(ofAna?.at ?? '')).toBe(48 * 3_600_000)
  // A choice for one person is no choice for another.
  const others = await h.heldAt(ours, payrollId, { after, held: { [ana]: 'previous' } })
  expect(others.map(({ employee }) => employee._id)).toEqual([eva])

  const choice = { [ana]: 'previous', [eva]: 'leave' }
  const query = `?held=${ana}:previous,${eva}:leave`
  expect(await previewOf(ours, payrollId, query)).toMatchObject({ employees: 2, totalUsd: 120 })
  const { previewHash } = shown
  const paid = await run(ours, payrollId, { after, previewHash, held: choice })
  expect(paid.leftOut).toMatchObject([{ employeeId: eva, reason: 'HELD_ADDRESS' }])
  await h.confirmed(ours, paid._id)
  expect(await h.paidTo(paid._id)).toEqual({ [ana]: before, [luz]: await h.addressOf(ours, luz) })
  const status = await ours.call('GET', `/payrolls/${payrollId}`)
  expect(expectAccepted(payroll, status).status.code).toBe('paidInPart')

  const alone = { only: [eva], after }
  expect(await h.heldAt(ours, payrollId, alone)).toHaveLength(1)
  const byChanger = await ours.call('POST', h.releasePath(eva), { code: '123456' })
  expectRefusal(byChanger, 409, 'RELEASE_BY_SAME_PERSON')
  expectAccepted(z.null(), await h.release(colleague, eva))
  const again = await colleague.call('POST', h.releasePath(eva), { code: '123456' })
  expectRefusal(again, 409, 'NOT_PENDING_APPROVAL')
  const later = await run(ours, payrollId, alone)
  await h.confirmed(ours, later._id)
  expect(await h.paidTo(later._id)).toEqual({ [eva]: evas })
})

test('a held account of a salary in two parts → the line is signed at the one before', async () => {
  const ours = await s.company()
  const colleague = await aMember(ours.t, ours, 'APPROVER')
  const { payrollId, employeeIds } = await s.funded(ours, [5_000n, 6_000n], 9_000_000n)
  const [ana = '', eva = ''] = employeeIds
  const before = { bank: 'Banco Agrícola', bankAccount: '003-0114-4417' }
  await editEmployee(ours, ana, { bitcoinPercent: 50, ...before })
  const first = await run(ours, payrollId)
  await h.confirmed(ours, first._id)
  const to = anAddress()
  const now = { bank: 'Banco Cuscatlán', bankAccount: '401-7788-0937' }
  const former = await h.addressOf(ours, ana)
  await h.move(ours, ana, to, now)
  // A first account of somebody who was paid in bitcoin alone waits as well.
  await editEmployee(ours, eva, { bitcoinPercent: 0, ...now })
  const { held } = await previewOf(ours, payrollId)
  const kinds = held.map(({ employee, kind }) => [employee._id === ana ? 'ana' : 'eva', kind])
  expect(kinds.map((one) => one.join(' ')).toSorted()).toEqual([
    'ana ACCOUNT',
    'ana ADDRESS',
    'eva ACCOUNT',
  ])
  const { rows } = await h.changesOf(ours, payrollId)
  const accounts = rows.filter(({ kind }) => kind === 'account')
  expect(
    Object.fromEntries(accounts.map((row) => [row.employee._id, [row.before, row.after]])),
  ).toEqual({
    [ana]: ['Banco Agrícola …4417', 'Banco Cuscatlán …0937'],
    [eva]: [null, 'Banco Cuscatlán …0937'],
  })
  const after = first._id
  expect(await h.heldAt(ours, payrollId, { after, held: { '*': 'previous' } })).toMatchObject([
    { employee: { _id: eva }, previousAccount: null },
  ])
  const choice = { [ana]: 'previous', [eva]: 'leave' }
  const paid = await run(ours, payrollId, { after, held: choice })
  await h.confirmed(ours, paid._id)
  expect(await h.paidTo(paid._id)).toEqual({ [ana]: former })
  const list = await ours.call('GET', `/payments/${paid._id}/dollar-lines`)
  const { lines } = expectAccepted(dollarLines, list)
  expect(lines).toMatchObject([{ employeeId: ana, ...before }])
  expectAccepted(z.null(), await h.release(colleague, ana))
  expectAccepted(z.null(), await h.release(colleague, eva))
  expect((await previewOf(ours, payrollId)).held).toEqual([])
})

longTest('the hours pass → the new address is paid without a choice', async () => {
  const { ours, payrollId, employeeIds, after } = await h.paidTeam([5_000n])
  const [ana = ''] = employeeIds
  const to = anAddress()
  await h.move(ours, ana, to)
  await h.heldAt(ours, payrollId, { after })
  await h.earlier(ours.companyId, 49)
  const paid = await run(ours, payrollId, { after })
  await h.confirmed(ours, paid._id)
  expect(await h.paidTo(paid._id)).toEqual({ [ana]: to })
})

longTest(
  'somebody back at the address last paid does not wait; nor does one never paid',
  async () => {
    const { ours, payrollId, employeeIds, after } = await h.paidTeam([5_000n])
    const [ana = ''] = employeeIds
    const before = await h.addressOf(ours, ana)
    await h.move(ours, ana, anAddress())
    await h.move(ours, ana, before)
    expect((await previewOf(ours, payrollId)).held).toEqual([])
    const other = await s.funded(ours, [5_000n], 5_000_000n)
    await h.move(ours, other.employeeIds[0] ?? '', anAddress())
    expect((await previewOf(ours, other.payrollId)).held).toEqual([])
    expect((await run(ours, payrollId, { after })).state).toBe('unconfirmed')
  },
)

test('a changed phone holds a later address, also of somebody never paid', async () => {
  const { ours } = await h.paidTeam([5_000n])
  const other = await s.funded(ours, [5_000n], 5_000_000n)
  const [eva = ''] = other.employeeIds
  await editEmployee(ours, eva, { phone: '+50370001234' })
  await editEmployee(ours, eva, { phone: '+50370009999' })
  await h.move(ours, eva, anAddress())
  const [held] = await h.heldAt(ours, other.payrollId, { held: { '*': 'previous' } })
  expect(held).toMatchObject({ reason: 'CONTACT', previousAddress: null })
  expect(held?.contact?.kind).toBe('PHONE')
  const { rows } = await h.changesOf(ours, other.payrollId)
  expect(rows).toMatchObject([
    {
      kind: 'contactThenAddress',
      before: '+50370001234',
      after: '+50370009999',
      severity: 'danger',
    },
  ])
})

longTest(
  'a company of one user: nothing waits, nobody is told, no choice is asked for',
  async () => {
    const ours = await s.company()
    const { payrollId, employeeIds } = await s.funded(ours, [5_000n], 5_000_000n)
    const first = await run(ours, payrollId)
    await h.confirmed(ours, first._id)
    await h.move(ours, employeeIds[0] ?? '', anAddress())
    expect((await previewOf(ours, payrollId)).held).toEqual([])
    expect((await run(ours, payrollId, { after: first._id })).state).toBe('unconfirmed')
    const notices = s.engine.owner.selectFrom('address_notices').select('id')
    expect(await notices.where('company_id', '=', ours.companyId).execute()).toEqual([])
  },
)

test('a choice for a foreign id → 400; for one who waits no more → the preview changed', async () => {
  const { ours, payrollId, employeeIds, after } = await h.paidTeam([5_000n])
  const [ana = ''] = employeeIds
  const foreign = { after, held: { [ours.companyId]: 'leave' } }
  expect(faultsOf(await pressRunPayment(ours, payrollId, foreign))).toHaveProperty('held')
  for (const held of [{ [ana]: 'never' }, ['x'], 'previous']) {
    expectRefusal(await pressRunPayment(ours, payrollId, { after, held }), 400, 'VALIDATION')
  }
  const choice = { after, held: { [ana]: 'previous' } }
  expectRefusal(await pressRunPayment(ours, payrollId, choice), 409, 'PREVIEW_CHANGED')
  const payments = s.engine.db.selectFrom('sheets').select('id')
  expect(await payments.where('payroll_id', '=', payrollId).execute()).toHaveLength(1)
})

test('the hash covers who is held: a hold that begins or ends changes the preview', async () => {
  const { ours, colleague, payrollId, employeeIds, after } = await h.paidTeam([5_000n])
  const [ana = ''] = employeeIds
  await h.move(ours, ana, anAddress())
  const { previewHash } = await previewOf(ours, payrollId)
  expect((await h.changesOf(ours, payrollId)).previewHash).toBe(previewHash)
  expectAccepted(z.null(), await h.release(colleague, ana))
  expectRefusal(
    await pressRunPayment(ours, payrollId, { after, previewHash }),
    409,
    'PREVIEW_CHANGED',
  )
  const now = await h.changesOf(ours, payrollId)
  expect((await run(ours, payrollId, { after, previewHash: now.previewHash })).state).toBe(
    'unconfirmed',
  )
})

test('reported between order and signature → the signer refuses the line by name', async () => {
  const { ours, payrollId, employeeIds, after } = await h.paidTeam([5_000n])
  const [ana = ''] = employeeIds
  await h.move(ours, ana, anAddress())
  await h.earlier(ours.companyId, 49)
  expectAccepted(company, await ours.call('PUT', '/companies', { approval: everyPayment }))
  const { transactions } = await run(ours, payrollId, { after })
  const id = transactions[0]?._id ?? ''
  const report = { company_id: ours.companyId, employee_id: ana, version: 2, at: new Date() }
  const mac = macOf(s.engine.macKey, 'address_reports', report)
  await s.engine.db
    .insertInto('address_reports')
    .values({ ...report, mac })
    .execute()
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, await s.codeOf(ours)))
  const failed = await s.transactionIs(ours, id, 'failed')
  expect(failed.failure).toBe('SIGNER_REFUSED')
  expect(await readSignerFault(s.engine.db, id)).toMatchObject({ code: 'ADDRESS_HELD' })
  expect((await previewOf(ours, payrollId)).held).toMatchObject([{ reason: 'REPORTED' }])
})

longTest(
  'shorter holds and wider guards ask for password and code; longer ones do not',
  async () => {
    const { ours } = await h.paidTeam([5_000n])
    const edit = (body: object) => ours.call('PUT', '/companies', body)
    const read = async () => expectAccepted(company, await ours.call('GET', '/companies/company'))
    expect(await read()).toMatchObject({
      addressHoldHours: 48,
      salaryGuardPercent: 20,
      totalGuardPercent: 10,
    })
    expectAccepted(company, await edit({ addressHoldHours: 48 }))
    for (const looser of [
      { addressHoldHours: 47 },
      { salaryGuardPercent: 21 },
      { totalGuardPercent: 11 },
    ]) {
      expectRefusal(await edit(looser), 401, 'CODE_REQUIRED')
    }
    for (const addressHoldHours of [-1, 169, 1.5, '48']) {
      expect(faultsOf(await edit({ addressHoldHours }))).toHaveProperty('addressHoldHours')
    }
    const tighter = { addressHoldHours: 168, salaryGuardPercent: 0, totalGuardPercent: 5 }
    expect(expectAccepted(company, await edit(tighter))).toMatchObject(tighter)
    expect((await loosenSettings(ours, { addressHoldHours: 0 })).addressHoldHours).toBe(0)
  },
)
