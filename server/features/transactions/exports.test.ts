import { randomBytes } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { aCompany, anEmployee, aPayroll, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const rowsAtMost = 1_300
const t = await appForFile({ xlsxRowsAtMost: rowsAtMost })
const ours = await aCompany(t)

const at = new Date('2026-11-21T03:04:05.678Z')
const people: [string, string, bigint, bigint][] = [
  ['=HYPERLINK("http://evil","x")', 'Argueta', 100_000n, 1_098_901n],
  ['Ana "La Ola"; hija', 'Menjívar', 100n, 1_099n],
  ['@Rosa', 'Zelaya', 65_025n, 714_560n],
]

/** A payroll that was paid once, to the people above. */
async function aPaidPayroll(name: string, note: string) {
  const payrollId = (await aPayroll(ours, { name }))._id
  const owner = { company_id: ours.companyId, payroll_id: payrollId }
  const totals = { usd: 0n, sats: 0n }
  for (const [, , usd, sats] of people) {
    totals.usd += usd
    totals.sats += sats
  }
  const { id: payment } = await t.db
    .insertInto('sheets')
    .values({
      ...owner,
      requested_by: ours.user._id,
      note,
      bitcoin_usd_cents: totals.usd,
      dollars_usd_cents: 0n,
      total_sats: totals.sats,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: at,
      closed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const txid = randomBytes(32)
  const { id } = await t.db
    .insertInto('transactions')
    .values({
      ...owner,
      sheet_id: payment,
      type: 'send',
      was_mined: true,
      usd_cents: totals.usd,
      sats: totals.sats,
      rate_usd_cents_per_btc: 9_100_000n,
      fee_sats: 1_000n,
      vsize: 250,
      txid,
      raw: randomBytes(200),
      height: 7,
      created_at: at,
      confirmed_at: new Date(at.getTime() + 600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addresses: string[] = []
  for (const [vout, [first_name, last_name, usd_cents, sats]] of people.entries()) {
    const employee = await anEmployee(ours, { department: `Turno ${vout}` })
    addresses.push(employee.cryptoAddress)
    const script_pubkey = randomBytes(22)
    const line = await t.db
      .insertInto('sheet_lines')
      .values({
        company_id: ours.companyId,
        sheet_id: payment,
        employee_id: employee._id,
        first_name,
        last_name,
        address: employee.cryptoAddress,
        script_pubkey,
        net_usd_cents: usd_cents,
        base_usd_cents: usd_cents,
        version: 1,
        mac: randomBytes(32),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owned = { company_id: ours.companyId, sheet_id: payment, line_id: line.id }
    await t.db
      .insertInto('payouts')
      .values({ ...owned, method: 'BITCOIN', usd_cents, sats })
      .execute()
    await t.db
      .insertInto('transaction_outputs')
      .values({ transaction_id: id, vout, line_id: line.id, script_pubkey, sats })
      .execute()
  }
  return { payrollId, id, txid: txid.toString('hex'), addresses }
}

async function download(path: string, language = 'es') {
  const response = await t.app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${ours.token}`, 'accept-language': language },
  })
  expect(response.statusCode).toBe(200)
  return { headers: response.headers, body: response.rawPayload }
}

const rowsOf = (body: Buffer): string[][] => parse(body, { bom: true })

test('a payroll’s transactions are a file that an accountant can add up', async () => {
  const paid = await aPaidPayroll('=Oficina', 'Noviembre, 1.ª quincena')
  const { headers, body } = await download(`/payrolls/${paid.payrollId}/transactions.csv`)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="transacciones-\d{4}-\d\d-\d\d\.csv"$/,
    ),
    'cache-control': 'no-store',
  })
  expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(body.toString().endsWith('\r\n')).toBe(true)
  expect(rowsOf(body)).toEqual([
    [
      'Fecha',
      'Tipo',
      'Nómina',
      'Bitcoin Address',
      'Monto USD',
      'Tasa',
      'Monto BTC',
      'TX ID',
      'Comisión de red BTC',
      'Comisión de red USD',
      'Nota',
      'Estatus',
      'Confirmada el',
    ],
    [
      '2026-11-20 21:04:05',
      'Pago de Nómina',
      "'=Oficina",
      expect.stringMatching(/^bcrt1/),
      '1651.25',
      '91000.00',
      '0.01814560',
      paid.txid,
      '0.00001000',
      '0.91',
      'Noviembre, 1.ª quincena',
      'Confirmada',
      '2026-11-20 21:14:05',
    ],
  ])
})

test('a transaction’s recipients are each a row, and no name is a formula', async () => {
  const paid = await aPaidPayroll('Taller', '-1+1')
  const { body } = await download(`/transactions/${paid.id}/recipients.csv`, 'en')
  const [titles, ...rows] = rowsOf(body)
  expect(titles).toEqual([
    'Date',
    'First name',
    'Last name',
    'Bitcoin address',
    'Amount USD',
    'Rate',
    'Amount BTC',
    'TX ID',
    'Share of the fee BTC',
    'Payroll',
    'Note',
    'Status',
    'Department',
  ])
  const common = [paid.txid, 'Taller', "'-1+1", 'Confirmed']
  const row = (i: number, first: string, usd: string, btc: string, share: string) => {
    const [txid = '', ...rest] = common
    const [, last = ''] = people[i] ?? []
    const address = paid.addresses[i] ?? ''
    const amounts = [usd, '91000.00', btc, txid, share]
    return ['2026-11-20 21:04:05', first, last, address, ...amounts, ...rest, `Turno ${i}`]
  }
  expect(rows).toEqual([
    row(0, `'=HYPERLINK("http://evil","x")`, '1000.00', '0.01098901', '0.00000334'),
    row(1, 'Ana "La Ola"; hija', '1.00', '0.00001099', '0.00000333'),
    row(2, "'@Rosa", '650.25', '0.00714560', '0.00000333'),
  ])
})

test('another program reads amounts as numbers, dates as dates, texts as texts', async () => {
  const paid = await aPaidPayroll('Ventas & <Campo> _x0041_', '=1+1')
  const { headers, body } = await download(`/payrolls/${paid.payrollId}/transactions.xlsx`, 'it')
  expect(headers['content-type']).toContain('spreadsheetml.sheet')
  expect(headers['content-disposition']).toMatch(/filename="transazioni-.*\.xlsx"/)
  const [titles, first, ...others] = await readSheet(body)
  expect(others).toEqual([])
  expect(titles?.slice(0, 5)).toEqual([
    'Data',
    'Tipo',
    'Libro paga',
    'Indirizzo Bitcoin',
    'Importo USD',
  ])
  expect(first?.slice(0, 3)).toEqual([
    // Dates of a spreadsheet have no zone: they show the local time of El Salvador.
    new Date('2026-11-20T21:04:05Z'),
    'Pagamento stipendi',
    expect.stringMatching(/^Ventas & <Campo> _x/),
  ])
  expect(first?.slice(4)).toEqual([
    1651.25,
    91_000,
    0.0181456,
    paid.txid,
    0.00001,
    0.91,
    '=1+1',
    'Confermata',
    new Date('2026-11-20T21:14:05Z'),
  ])
  const recipients = await download(`/transactions/${paid.id}/recipients.xlsx`)
  const rows = await readSheet(recipients.body)
  expect(rows.map((row) => row.slice(1, 3))).toEqual([
    ['Nombre', 'Apellido'],
    ...people.map(([firstName, lastName]) => [firstName, lastName]),
  ])
  expect(rows.slice(1).map((row) => row[4])).toEqual([1000, 1, 650.25])
})

/** Inserts deposits of a payroll, past the triggers that would queue each one. */
async function manyDeposits(payrollId: string, count: number) {
  await sql`ALTER TABLE transactions DISABLE TRIGGER USER`.execute(t.owner)
  await sql`
    INSERT INTO transactions (id, root_id, company_id, payroll_id, type, in_mempool, usd_cents, sats,
      rate_usd_cents_per_btc, txid)
    SELECT id, id, ${ours.companyId}, ${payrollId}, 'receive', true, i, i, 9100000,
      sha256(uuid_send(id))
    FROM (SELECT uuidv7() AS id, i FROM generate_series(1, ${count}::int) AS i) AS rows`.execute(
    t.owner,
  )
  await sql`ALTER TABLE transactions ENABLE TRIGGER USER`.execute(t.owner)
}

test('all rows are in the file, however many batches they come in', async () => {
  const { _id } = await aPayroll(ours)
  await manyDeposits(_id, 1_207)
  const { body } = await download(`/payrolls/${_id}/transactions.csv`)
  const [, ...rows] = rowsOf(body)
  const cents = rows.map((row) => Math.round(Number(row[4]) * 100))
  expect(cents).toEqual(Array.from({ length: 1_207 }, (_, i) => 1_207 - i))
  const sheet = await readSheet((await download(`/payrolls/${_id}/transactions.xlsx`)).body)
  expect(sheet).toHaveLength(1_208)
})

test('a payroll without transactions gives a file with its titles alone', async () => {
  const { _id } = await aPayroll(ours)
  expect(rowsOf((await download(`/payrolls/${_id}/transactions.csv`)).body)).toHaveLength(1)
  expect(await readSheet((await download(`/payrolls/${_id}/transactions.xlsx`)).body)).toHaveLength(
    1,
  )
})

test('a workbook of more rows than it may have is refused, one of just as many is not', async () => {
  const { _id } = await aPayroll(ours)
  const path = `/payrolls/${_id}/transactions.xlsx`
  await manyDeposits(_id, rowsAtMost)
  expect(await readSheet((await download(path)).body)).toHaveLength(rowsAtMost + 1)
  await manyDeposits(_id, 1)
  const answer = await ours.call('GET', path)
  expect(expectRefusal(answer, 409, 'EXPORT_TOO_LARGE').message).toContain('100,000')
  const csv = await download(path.replace('xlsx', 'csv'))
  expect(rowsOf(csv.body)).toHaveLength(rowsAtMost + 2)
})
