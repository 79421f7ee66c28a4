import { z } from 'zod'
import { networks } from '#domain/address.ts'
import { holdText } from '#server/authorization/signer-hold.ts'
import { connect } from '#server/platform/db/database.ts'
import { outage } from '#server/platform/db/database-away.ts'
import { Listener } from '#server/platform/db/notify.ts'
import { armFailpoint, failpoints } from '#server/platform/observe/failpoint.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { feeCeilingsOf, feeSettings } from '#server/startup/fee-settings.ts'
import { readMacKey, readSignerSecret, SecretRefused } from '#server/startup/secrets.ts'
import { siteOf } from './authority/assertions.ts'
import { CountFile } from './count-file.ts'
import { SignerHoldWatch } from './hold.ts'
import { KnownPlans } from './known-plans.ts'
import { SignatureMemory } from './signature-memory.ts'
import { signPlans } from './signer.ts'
import { recordPathOf, SigningRecord } from './signing-record.ts'
import { openWallet } from './wallet.ts'

/** Whole dollars as cents; empty: no cap. */
const cap = z.string().transform((dollars) => (dollars === '' ? null : BigInt(dollars) * 100n))

/** The signer's own process: it is given these settings and no others, and talks to the database alone. */
const settings = z
  .object({
    SIGNER_DATABASE_URL: z.url(),
    SIGNER_KEY_FILE: z.string(),
    SIGNER_COUNT_FILE: z.string(),
    MAC_KEY_FILE: z.string(),
    BITCOIN_NETWORK: z.enum(networks),
    LOG_LEVEL: z.string(),
    LOG_FILE: z.optional(z.string()),
    SIGNER_MAX_USD_PER_PAYMENT: cap,
    SIGNER_MAX_USD_PER_DAY: cap,
    SIGNER_MAX_USD_PER_DAY_ALL: cap,
    ...feeSettings.shape,
    PUBLIC_URL: z.url(),
    SANDBOX: z.enum(['on', 'off']),
    FAILPOINT: z.union([z.literal(''), z.enum(failpoints)]),
  })
  .parse(process.env)

armFailpoint(settings.FAILPOINT || null)
const log = createLog(settings.LOG_LEVEL, settings.LOG_FILE).child({ role: 'signer' })
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
// Ctrl-C reaches the whole terminal; the parent decides when its children end.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => stopping.abort())

const network = settings.BITCOIN_NETWORK
const db = connect(settings.SIGNER_DATABASE_URL, {
  poolSize: 2,
  onError: (err) => log.warn({ err }, 'lost a database connection'),
  onConnect: () => outage.over(log),
})
const listener = new Listener(settings.SIGNER_DATABASE_URL, log)
/** A key that is wrong is the operator's to put right: no place in the sources would help. */
async function openKeys() {
  try {
    const secret = await readSignerSecret(settings.SIGNER_KEY_FILE, network)
    const macKey = await readMacKey(settings.MAC_KEY_FILE, network)
    return { macKey, wallet: await openWallet(db, network, secret) }
  } catch (error) {
    if (!(error instanceof SecretRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
const { macKey, wallet } = await openKeys()
await listener.open()
const countFile = new CountFile(settings.SIGNER_COUNT_FILE, wallet.xpub)
const recordPath = recordPathOf(settings.SIGNER_COUNT_FILE, wallet.xpub)
const record = new SigningRecord(recordPath, wallet.recordKey)
const hold = new SignerHoldWatch()
const memory = new SignatureMemory(wallet.memoryKey)
await hold.stands({ db, countFile, record, memory, log })
if (hold.current) process.stderr.write(`${holdText(hold.current)}\n`)
process.send?.('ready')
const caps = {
  paymentUsdCents: settings.SIGNER_MAX_USD_PER_PAYMENT,
  dayUsdCents: settings.SIGNER_MAX_USD_PER_DAY,
  allUsdCents: settings.SIGNER_MAX_USD_PER_DAY_ALL,
  fees: feeCeilingsOf(settings),
}
const comparesRates = settings.SANDBOX === 'off'
const plans = new KnownPlans()
const opened = { db, listener, wallet, memory, plans, countFile, record, hold }
const site = siteOf(settings.PUBLIC_URL)
const parts = { ...opened, network, site, macKey, caps, comparesRates, log }
await signPlans(parts, stopping.signal)
await listener.close()
await db.destroy()
if (process.connected) process.disconnect()
