import type { KeyObject } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import type { Listener } from '../platform/db/notify.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Metrics } from '../platform/observe/metrics.ts'
import type { Passwords } from '../platform/security/passwords.ts'
import type { Chain, Clock, PlayChain } from '../ports.ts'
import type { Config } from './config.ts'

/** The dependencies of the HTTP side; api.ts and the tests make them. */
export type Deps = {
  config: Pick<
    Config,
    | 'network'
    | 'feeCeilings'
    | 'explorerTxUrl'
    | 'sandbox'
    | 'signUp'
    | 'apiDocs'
    | 'publicUrl'
    | 'trustProxy'
    | 'smtp'
    | 'metrics'
  >
  db: Db
  /** Connections of their own for lists that are copied into the database, and for who watches. */
  copies: Db
  watching: Db
  /** The folder of uploads while they come in; nobody else's folder. */
  uploadsDir: string
  listener: Listener
  passwords: Passwords
  clock: Clock
  log: Log
  /** Key of the MACs over what is paid to whom. */
  macKey: KeyObject
  /** Whether text messages can be sent; in the sandbox they are shown. */
  smsConfigured: boolean
  /** Asked what a bump or a cancellation would take; null where there is no node. */
  chain: Chain | null
  /** null where nobody asks for figures. */
  metrics: Metrics | null
  /** Rows of a workbook; absent: 100,000. Tests lower it. */
  xlsxRowsAtMost?: number
  /** Aborted once the process is to end: no balancer shall send it any more. */
  stopping: AbortSignal
  /** Chain and play money, where the sandbox is on. */
  sandbox: { chain: Chain; play: PlayChain } | null
}
