import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { isNodeUsable, isPriceUsable } from '#domain/node-and-price.ts'
import { type SignerHold, signerHold } from '#server/authorization/signer-hold.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A message that waits longer means that the mail server is away. */
const mailPatienceMinutes = 5
/** An order that waits longer means that the signer is away, or cannot sign it. */
const signaturePatienceMinutes = 5
/** How long a failed message shows. */
const mailFailedMinutes = 60

/** The installation's health by its database, for `/readyz` and for administrators. */
export type Health = {
  hasAccount: boolean
  node: { at: Date | null; trouble: string | null; isUsable: boolean }
  price: { at: Date | null; isUsable: boolean }
  /** A payment waits for the operator, since its rate is far from those signed before. */
  isHeldForOperator: boolean
  /** A batch that has waited a day for its fee. */
  batchOfDearFee: string | null
  areStopped: boolean
  signerHold: SignerHold | null
  /** A transaction that has waited too long for the signer. */
  unsignedTooLong: string | null
  /** A signer is connected to the database. */
  hasSigner: boolean
  /** A mail waits too long, or failed lately. */
  mailIsLate: boolean
}

/** Reads the health with all queries at once. `now`: the program's clock. */
export async function readHealth(db: Db, network: Network, now: Date): Promise<Health> {
  const { rows } = await sql<{
    account: boolean
    trouble: string | null
    node: Date | null
    height: number
    headers: number
    tip: Date | null
    price: Date | null
    stopped: boolean
    signer: unknown
    has_signer: boolean
    held: boolean
    dear: string | null
    unsigned: string | null
    mail_is_late: boolean
  }>`
    SELECT EXISTS (SELECT FROM wallet_account) AS account, n.trouble, n.at AS node,
      n.height, n.headers, (SELECT at FROM blocks ORDER BY height DESC LIMIT 1) AS tip,
      (SELECT max(at) FROM prices) AS price,
      EXISTS (SELECT FROM money_breaches WHERE gone_at IS NULL AND accepted_at IS NULL) AS stopped,
      (SELECT held FROM signer_status) AS signer,
      EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'quincena_signer') AS has_signer,
      EXISTS (SELECT FROM transactions
        WHERE state = 'pendingApproval' AND waiting_for = 'operator') AS held,
      (SELECT id FROM transactions WHERE state = 'pendingApproval' AND waiting_for = 'fee'
        AND waiting_since < now() - interval '1 day' ORDER BY waiting_since LIMIT 1) AS dear,
      (SELECT id FROM transactions WHERE state = 'pendingApproval' AND waiting_for = 'signature'
        AND waiting_since < now() - make_interval(mins => ${signaturePatienceMinutes})
        ORDER BY waiting_since LIMIT 1) AS unsigned,
      EXISTS (SELECT FROM messages WHERE state = 'queued'
        AND created_at < now() - make_interval(mins => ${mailPatienceMinutes}))
      OR EXISTS (SELECT FROM messages WHERE state = 'failed'
        AND completed_at > now() - make_interval(mins => ${mailFailedMinutes})) AS mail_is_late
    FROM (SELECT true) one LEFT JOIN node_status n ON true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('one row is always there')
  const { trouble, height, headers } = row
  const node = row.node && { trouble, height, headers, at: row.node }
  const price = row.price && { at: row.price }
  return {
    hasAccount: row.account,
    node: {
      at: row.node,
      trouble,
      isUsable: isNodeUsable({ network, node, tipAt: row.tip }, now),
    },
    price: { at: row.price, isUsable: isPriceUsable({ price }, now) },
    isHeldForOperator: row.held,
    batchOfDearFee: row.dear,
    areStopped: row.stopped,
    unsignedTooLong: row.unsigned,
    signerHold: row.signer ? signerHold.parse(row.signer) : null,
    hasSigner: row.has_signer,
    mailIsLate: row.mail_is_late,
  }
}
