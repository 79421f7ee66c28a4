import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyVersions } from '#domain/extended-key.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import {
  type AddressOwner,
  changeBranch,
  type DerivedAddress,
  deriveAddressesAt,
  moveIndexBeyond,
  newChangeAddress,
  readLastIndexes,
  receiveBranch,
} from './account.ts'
import { gapLimit, WatchedScripts } from './watched-scripts.ts'

let database: TestDatabase
let db: Db
let owner: Db
let someone: AddressOwner

beforeAll(async () => {
  database = await testDatabase()
  const onError = () => undefined
  db = connect(database.appUrl, { onError })
  owner = connect(database.ownerUrl, { onError })
  const signerDb = connect(database.signerUrl, { onError })
  await openWallet(signerDb, 'regtest', 'ab'.repeat(32))
  await signerDb.destroy()
  const { rows } = await sql<AddressOwner>`
    WITH company AS (INSERT INTO companies (name, sector) VALUES ('Una', 'Otro') RETURNING id)
    INSERT INTO payrolls (company_id, name, description, type, address)
    SELECT id, 'Nómina', 'Nómina', 'REGULAR', 'bcrt1' FROM company
    RETURNING company_id AS "companyId", id AS "payrollId"`.execute(owner)
  someone = rows[0] as AddressOwner
})
afterAll(async () => {
  await Promise.all([db.destroy(), owner.destroy()])
  await database.drop()
})

async function knows(watched: WatchedScripts, { script }: Pick<DerivedAddress, 'script'>) {
  const may = await watched.current(db)
  // The script stands between other bytes, as in a block.
  return may(Buffer.concat([Buffer.alloc(7), script]), 7, script.length)
}

test('an address is watched before its row is committed, in every process', async () => {
  const watched = new WatchedScripts('regtest')
  const committed = await newChangeAddress(db, someone, 'regtest')
  await watched.current(db)
  await db.transaction().execute(async (trx) => {
    const open = await newChangeAddress(trx, someone, 'regtest')
    const later = await newChangeAddress(db, someone, 'regtest')
    for (const process of [watched, new WatchedScripts('regtest')]) {
      expect(await knows(process, committed)).toBe(true)
      expect(await knows(process, open)).toBe(true)
      expect(await knows(process, later)).toBe(true)
    }
  })
})

test('unused indexes are watched too: a restored wallet may give them out', async () => {
  const watched = new WatchedScripts('regtest')
  await watched.current(db)
  const first = (await readLastIndexes(db))[changeBranch] + 1
  await moveIndexBeyond(db, changeBranch, first + gapLimit[changeBranch] + 20)
  const next = await newChangeAddress(db, someone, 'regtest')
  const passedOver = await deriveAddressesAt(db, changeBranch, [first, next.index - 1], 'regtest')
  for (const one of [next, ...passedOver]) expect(await knows(watched, one)).toBe(true)
})

test('foreign scripts of any length are not looked up', async () => {
  const watched = new WatchedScripts('regtest')
  for (const length of [0, 21, 22, 23, 34]) {
    const script = Buffer.alloc(length, 9)
    script.set([0, 20].slice(0, length))
    expect(await knows(watched, { script })).toBe(false)
  }
})

test('tens of thousands that other processes handed out are read from the table', async () => {
  const watched = new WatchedScripts('regtest')
  await watched.current(db)
  const scriptOf = (n: number) =>
    Buffer.concat([
      Buffer.from([0, 20]),
      createHash('sha256').update(String(n)).digest().subarray(0, 20),
    ])
  const last = await sql<{ last: number }>`
    SELECT setval('change_index', last_value + ${gapLimit[changeBranch]} + 25000)::integer AS last
    FROM change_index`.execute(db)
  const to = last.rows[0]?.last ?? 0
  // Scripts without a key can only come from the table.
  await sql`
    INSERT INTO addresses (script_pubkey, company_id, payroll_id, branch, index)
    SELECT '\\x0014'::bytea || substr(sha256(n::text::bytea), 1, 20), ${someone.companyId}, ${someone.payrollId}, 1, n
    FROM generate_series(${to - 24_999}::integer, ${to}::integer) AS n`.execute(owner)
  const may = await watched.current(db)
  const unknown = Array.from({ length: 25_000 }, (_, n) => to - n).filter(
    (n) => !may(scriptOf(n), 0, 22),
  )
  expect(unknown).toEqual([])
  expect(may(scriptOf(to + 1), 0, 22)).toBe(false)
})

test('a restored seed that replaces the unused one is followed by running processes', async () => {
  const watched = new WatchedScripts('regtest')
  await watched.current(db)
  const other = HDKey.fromMasterSeed(Buffer.alloc(32, 5), keyVersions('regtest'))
  await owner
    .updateTable('wallet_account')
    .set({ xpub: other.deriveChild(0).publicExtendedKey })
    .execute()
  const [first] = await deriveAddressesAt(db, receiveBranch, [50], 'regtest')
  expect(first && (await knows(watched, first))).toBe(true)
})
