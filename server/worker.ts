import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { keepApplyingChanges } from './features/approvals/index.ts'
import { sealAudit } from './features/audit/index.ts'
import { sweepAccounts } from './features/auth/index.ts'
import { keepCalendar } from './features/calendar/index.ts'
import { follow } from './features/chain/index.ts'
import { serveEmployeePage } from './features/employee-page/index.ts'
import { watchMoney } from './features/invariants/index.ts'
import { deliverMessages } from './features/notifications/index.ts'
import { sendPayments } from './features/payments/index.ts'
import { keepTotals } from './features/payrolls/index.ts'
import { runPrices } from './features/prices/index.ts'
import { keepReceipts, receiptFile } from './features/receipts/index.ts'
import { runSandbox } from './features/sandbox/index.ts'
import { keepSweeps } from './features/sweeps/index.ts'
import type { Db } from './platform/db/database.ts'
import { lead } from './platform/db/leader.ts'
import type { Listener } from './platform/db/notify.ts'
import type { Log } from './platform/observe/log.ts'
import type { FileAttachment } from './platform/security/message-seal.ts'
import type { Chain, Mailer, PlayChain, PriceFeed, TextMessages } from './ports.ts'
import type { Deps } from './startup/deps.ts'

export type WorkerDeps = {
  db: Db
  /** The database itself and no pooler: leadership is held by a session's advisory lock. */
  directUrl: string
  listener: Listener
  chain: Chain
  /** null where nobody plays. */
  play: PlayChain | null
  network: Network
  feeCeilings: FeeCeilings
  /** The limit for fees that the program adds to one slow transaction by itself. */
  autoBumpUsdCents: bigint
  priceFeed: PriceFeed
  /** null where nobody has configured one; in the sandbox messages are shown all the same. */
  mailer: Mailer | null
  textMessages: TextMessages | null
  /** The start of links in mails. */
  config: Pick<Deps['config'], 'publicUrl'>
  /** Messages are sealed under a key out of it, and the addresses of people are believed by it. */
  macKey: KeyObject
  log: Log
}

/** All duties of a worker until `signal`; of several processes each duty has one leader. */
export async function work(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const { directUrl, log, play, network, feeCeilings } = deps
  const clock = { now: () => new Date() }
  const sms = deps.textMessages !== null || play !== null
  const attach = async (companyId: string, { receiptOfLine }: FileAttachment) => {
    const file = await receiptFile(deps.db, companyId, receiptOfLine)
    return file && { ...file, type: 'application/pdf' }
  }
  await Promise.all([
    lead(directUrl, 'chain', log, signal, (leading) => follow(deps, leading)),
    lead(directUrl, 'payments', log, signal, (leading) => sendPayments(deps, leading)),
    lead(directUrl, 'money', log, signal, (leading) => watchMoney(deps, leading)),
    lead(directUrl, 'price', log, signal, (leading) => runPrices(deps, leading)),
    lead(directUrl, 'audit', log, signal, (leading) => sealAudit(deps, leading)),
    lead(directUrl, 'changes', log, signal, (leading) => keepApplyingChanges(deps, leading)),
    lead(directUrl, 'accounts', log, signal, (leading) => sweepAccounts(deps, leading)),
    lead(directUrl, 'totals', log, signal, (leading) => keepTotals(deps, leading)),
    lead(directUrl, 'messages', log, signal, (leading) =>
      deliverMessages({ ...deps, sandbox: play !== null, attach }, leading),
    ),
    lead(directUrl, 'calendar', log, signal, (leading) =>
      keepCalendar(
        {
          ...deps,
          clock,
          smsConfigured: sms,
          isSandbox: play !== null,
          config: { ...deps.config, network, feeCeilings },
        },
        leading,
      ),
    ),
    lead(directUrl, 'sweeps', log, signal, (leading) =>
      keepSweeps({ ...deps, config: { network, feeCeilings } }, leading),
    ),
    lead(directUrl, 'receipts', log, signal, (leading) => keepReceipts({ ...deps, sms }, leading)),
    lead(directUrl, 'employeePage', log, signal, (leading) =>
      serveEmployeePage({ ...deps, sandbox: play !== null, sms }, leading),
    ),
    play &&
      lead(directUrl, 'sandbox', log, signal, (leading) => runSandbox({ ...deps, play }, leading)),
  ])
}
