import type { APIRequestContext } from '@playwright/test'
import type pg from 'pg'
import { newRegtestAddress } from '../addresses.ts'
import { newCompany, password } from '../company.ts'
import { csvList, people } from './people.ts'

/** Every kind of payroll and every state of money that a company can get into, by the program's own ways. */

export type ScreensWorld = Awaited<ReturnType<typeof makeWorld>>

type Answer = { data: Record<string, unknown> }
type Made = { _id: string; cryptoAddress: string }
type Run = { payment: { transactions: { _id: string; txid: string }[] } }

async function companyWithCalls(request: APIRequestContext) {
  const { email, token } = await newCompany(request)
  const headers = { Authorization: `Bearer ${token}` }
  async function call<T>(method: string, path: string, data?: object, multipart?: Multipart) {
    const body = multipart ? { multipart } : data ? { data } : {}
    const answer = await request.fetch(path, { method, headers, ...body })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    const json: Answer = await answer.json()
    return (path.startsWith('/api/v1') ? json.data : json) as T
  }
  // The first code came with the sign-up.
  return { email, call, codesUsed: 1 }
}
type Multipart = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>
type Company = Awaited<ReturnType<typeof companyWithCalls>>

const mine = ({ call }: Company, blocks = 1) => call('POST', '/api/sandbox/mine', { blocks })

/** Waits until the program has followed what was done to the chain. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what} does not come about`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function payroll(
  { call }: Company,
  name: string,
  { description = 'Administración y ventas', btc = '', staff = [] as string[] } = {},
): Promise<string> {
  const { _id, cryptoAddress } = await call<Made>('POST', '/api/v1/companies/payrolls', {
    name,
    description,
    type: 'REGULAR',
  })
  for (const id of staff) await call('PATCH', `/api/v1/companies/payrolls/${_id}/employees/${id}`)
  if (btc) await call('POST', '/api/sandbox/faucet', { address: cryptoAddress, btc })
  return _id
}

async function csvPayroll({ call }: Company, name: string, count: number, btc: string) {
  const { _id, cryptoAddress } = await call<Made>(
    'POST',
    '/api/v1/companies/payrolls/bulk',
    undefined,
    {
      name,
      description: 'Cortadores de la temporada, por quincena',
      file: { name: 'corte.csv', mimeType: 'text/csv', buffer: csvList(count, (fields) => fields) },
    },
  )
  await call('POST', '/api/sandbox/faucet', { address: cryptoAddress, btc })
  return _id
}

async function pay({ call }: Company, payrollId: string, note = '') {
  const path = `/api/v1/companies/payrolls/${payrollId}/run-payment`
  const { payment } = await call<Run>('POST', path, { note })
  const [transaction] = payment.transactions
  if (!transaction) throw new Error('a run has a transaction')
  return transaction
}

/** Pays people whom another payroll paid today, which asks for a code. */
async function payByCode(company: Company, payrollId: string) {
  const transaction = await pay(company, payrollId)
  await approve(company, transaction._id)
  return transaction
}

const stateOf = async ({ call }: Company, id: string) =>
  (await call<{ transaction: { state: string } }>('GET', `/api/v1/transactions/${id}/details`))
    .transaction.state

const inState = (company: Company, id: string, state: string) =>
  until(`${id} ${state}`, async () => (await stateOf(company, id)) === state)

/** A day of prices, which nobody can wait for. */
const pastPrices = (sql: pg.Client) =>
  sql.query(
    `INSERT INTO prices (at, usd_cents_per_btc, sources)
     SELECT now() - make_interval(mins => n * 10), 11843215 + (sin(n / 9.0) * 90000)::int - n * 900, 3
     FROM generate_series(1, 143) n ON CONFLICT DO NOTHING`,
  )

export async function makeWorld(request: APIRequestContext, sql: pg.Client) {
  const company = await companyWithCalls(request)
  const { call, email } = company
  await call('POST', '/api/sandbox/price', { price: 118432.15 })
  await pastPrices(sql)
  const staff: string[] = []
  for (const person of people) {
    staff.push((await call<Made>('POST', '/api/v1/companies/employees', person))._id)
  }
  const some = (count: number) => ({ staff: staff.slice(0, count) })

  const office = await payroll(company, 'Oficina San Salvador', { ...some(14), btc: '0.35' })
  const short = await payroll(
    company,
    'Beneficio húmedo y seco La Esperanza de Santa Ana, turno de noche y fin de semana',
    {
      ...some(6),
      btc: '0.0213',
      description:
        'Personal fijo del beneficio: patios, trillo, bodega y laboratorio de catación, con horas nocturnas',
    },
  )
  const ready = await payroll(company, 'Bodega', { ...some(3), btc: '0.5' })
  const great = await payroll(company, 'Reserva', { ...some(2), btc: '100' })
  const onItsWay = await payroll(company, 'Finca El Imposible', { ...some(4), btc: '0.2' })
  const calledBack = await payroll(company, 'Transporte', { ...some(2), btc: '0.2' })
  const beingCalledBack = await payroll(company, 'Vigilancia', { ...some(2), btc: '0.2' })
  const approving = await payroll(company, 'Gerencia', { ...some(5), btc: '0.2' })
  const rejecting = await payroll(company, 'Mantenimiento', { ...some(2), btc: '0.2' })
  const failing = await payroll(company, 'Catación', { ...some(2), btc: '0.2' })
  const emptied = await payroll(company, 'Temporada pasada', { ...some(3), btc: '0.05' })
  const withdrawing = await payroll(company, 'Caja', { btc: '0.05' })
  const bonus = await payroll(company, 'Aguinaldos', { ...some(2), btc: '0.05' })
  await payroll(company, 'Vendimia', { btc: '0.00001' })
  const lacking = await payroll(company, 'Sucursal Santa Ana', { ...some(4), btc: '0.1' })
  const sharing = await payroll(company, 'Limpieza', {
    staff: [...(await couple(company)), ...staff.slice(2, 12)],
    btc: '0.3',
  })
  const csv = await csvPayroll(company, 'Temporada de corte', 23, '0.0711')
  await mine(company)
  const balanceOf = async (id: string) =>
    (await call<{ spendableBalanceString: string }>('GET', `/api/v1/payrolls/${id}/balance`))
      .spendableBalanceString
  await until('the deposits', async () => (await balanceOf(csv)) !== '0')

  const confirmed = await pay(
    company,
    office,
    'Primera quincena de noviembre de 2026, con aguinaldo',
  )
  const lackingSomebody = await payByCode(company, lacking)
  const cancelled = await payByCode(company, calledBack)
  await inState(company, cancelled._id, 'unconfirmed')
  const { transaction: cancellation } = await call<{ transaction: Made }>(
    'POST',
    `/api/v1/transactions/${cancelled._id}/cancel`,
    {},
  )
  const withdrawal = await withdraw(company, emptied)
  await inState(company, withdrawal, 'unconfirmed')
  await inState(company, cancellation._id, 'unconfirmed')
  await mine(company)
  await inState(company, cancellation._id, 'confirmed')
  await inState(company, confirmed._id, 'confirmed')
  await inState(company, lackingSomebody._id, 'confirmed')
  await call('PATCH', `/api/v1/companies/payrolls/${lacking}/employees/${staff[7]}`)

  const unconfirmed = await payByCode(company, onItsWay)
  const replaced = await payByCode(company, beingCalledBack)
  await inState(company, replaced._id, 'unconfirmed')
  const cancelling = await call<{ transaction: Made }>(
    'POST',
    `/api/v1/transactions/${replaced._id}/cancel`,
    {},
  )
  await call('PUT', '/api/v1/companies', { approval: { overUsd: 500, changedAddresses: true } })
  for (const id of staff.slice(0, 2)) await newAddress(company, id)
  const failed = await pay(company, failing)
  await tamper(sql, failed._id, 1)
  await approve(company, failed._id)
  await inState(company, failed._id, 'failed')
  // The check of the books would otherwise stop all payments.
  await tamper(sql, failed._id, -1)
  const waiting = await pay(company, approving, 'Segunda quincena')
  const rejected = await pay(company, rejecting)
  const reason = 'Falta el aguinaldo de dos personas'
  await call('POST', `/api/v1/transactions/${rejected._id}/reject`, { reason })
  const incoming = await payroll(company, 'Laboratorio', { ...some(1), btc: '0.01' })
  const empty = await payroll(company, 'Practicantes')
  const emptyCsv = await call<Made>('POST', '/api/v1/companies/payrolls', {
    name: 'Recolección',
    description: 'Por contrato',
    type: 'CSV',
  })
  const deposit = await call<{ transactions: Made[] }>(
    'GET',
    `/api/v1/payrolls/${office}/transactions?type=receive`,
  )

  const beginner = await companyWithCalls(request)
  const careful = await companyWithCalls(request)
  await careful.call('PUT', '/api/v1/users', {
    preferences: { twoFactorAuthentication: { enabled: true, via: 'EMAIL' } },
  })
  const frozen = await companyWithCalls(request)
  await frozen.call('POST', `/api/v1/freezes/${await freezeToken(frozen)}`)
  return {
    password,
    email,
    beginner: beginner.email,
    careful: careful.email,
    frozen: frozen.email,
    freezeToken: await freezeToken(beginner),
    person: staff[0] ?? '',
    payrolls: {
      office,
      short,
      ready,
      great,
      onItsWay,
      approving,
      csv,
      empty,
      emptyCsv: emptyCsv._id,
      incoming,
      withdrawing,
      emptied,
      bonus,
      lacking,
      sharing,
    },
    transactions: {
      confirmed: confirmed._id,
      unconfirmed: unconfirmed._id,
      removed: cancelled._id,
      cancellation: cancellation._id,
      cancelling: cancelling.transaction._id,
      waiting: waiting._id,
      rejected: rejected._id,
      failed: failed._id,
      withdrawal,
      deposit: deposit.transactions[0]?._id ?? '',
    },
    txid: confirmed.txid,
  }
}

/** Two people with one address, of whom nobody has said that they share it. */
async function couple({ call }: Company): Promise<string[]> {
  const cryptoAddress = newRegtestAddress()
  const made: string[] = []
  for (const [firstName, lastName, baseSalary] of [
    ['José Roberto', 'Hernández Ayala', 1250],
    ['Rosa Idalia', 'Chicas de Portillo', 545.5],
  ] as const) {
    const person = { firstName, lastName, baseSalary, cryptoAddress }
    made.push((await call<Made>('POST', '/api/v1/companies/employees', person))._id)
  }
  return made
}

async function withdraw(company: Company, payrollId: string) {
  const { transaction } = await company.call<{ transaction: Made }>(
    'POST',
    `/api/v1/companies/payrolls/${payrollId}/withdraw-funds`,
    { address: newRegtestAddress() },
  )
  await approve(company, transaction._id)
  return transaction._id
}

/** Approves with the newest code, once one has come that was not used yet. */
async function approve(company: Company, id: string) {
  const { call, email } = company
  let codes: string[] = []
  await until('the code', async () => {
    const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
    const { messages } = await call<{ messages: { text: string }[] }>('GET', path)
    codes = messages.flatMap(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? [])
    return codes.length > company.codesUsed
  })
  company.codesUsed = codes.length
  await call('POST', `/api/v1/transactions/${id}/approve`, { code: codes[0] })
}

/** The token of the link in a mail with a code. */
async function freezeToken({ call, email }: Company): Promise<string> {
  await call('POST', '/api/v1/users/step-up', { action: 'CONTACT' })
  const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = await call<{ messages: { text: string }[] }>('GET', path)
  const [, token] = /#t=([\w-]+)/.exec(messages[0]?.text ?? '') ?? []
  if (!token) throw new Error('the mail has no freeze link')
  return token
}

async function newAddress({ call }: Company, id: string): Promise<void> {
  const path = `/api/v1/companies/employees/${id}`
  const person = await call<object>('GET', path)
  await call('PUT', path, { ...person, cryptoAddress: newRegtestAddress() })
}

/** Changes an amount so that the signer refuses to sign, and a run fails. */
const tamper = (sql: pg.Client, transactionId: string, sats: number) =>
  sql.query(
    `UPDATE payouts SET sats = sats + $2 WHERE sheet_id =
       (SELECT sheet_id FROM transactions WHERE id = $1)`,
    [transactionId, sats],
  )
