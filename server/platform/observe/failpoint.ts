/** Failpoints on the way of a payment and of following the chain. */
export const moneyFailpoints = [
  'utxos-reserved',
  'plan-committed',
  'signed-in-memory',
  'signed-and-recorded',
  'signed-bytes-stored',
  'sent-state-unwritten',
  'block-before-commit',
  'reorganisation-half-way',
] as const

/** Between the approval of an order and its signature. */
const approvalFailpoints = [
  'approval-before-commit',
  'approval-committed',
  'plan-taken-up',
  'plan-read-by-signer',
] as const

/** Between the steps of a backup, and of restoring one. */
const backupFailpoints = [
  'backup-half-written',
  'backup-before-name',
  'backup-before-record',
  'restore-before-swap',
  'restore-swapped',
] as const

/**
 * Steps at which a test may have the process die: between any two of them something is lost or
 * kept.
 */
export const failpoints = [
  ...moneyFailpoints,
  ...approvalFailpoints,
  ...backupFailpoints,
  'receipts-before-commit',
  'receipts-issued',
  'invitations-before-commit',
  'invitations-queued',
  'reminders-before-commit',
  'reminders-queued',
  'mail-written',
  'mail-accepted-unmarked',
  'csv-mid-copy',
  'replacement-planned',
  'payday-planned',
  'sweep-before-commit',
  'sweep-planned',
] as const
export type Failpoint = (typeof failpoints)[number]

let armed: Failpoint | null = null

/** Makes this process die, as by kill −9, when it next comes to `name`. */
export function armFailpoint(name: Failpoint | null): void {
  armed = name
}

/** Does nothing unless armed by that name. */
export function failpoint(name: Failpoint): void {
  if (armed === name) process.kill(process.pid, 'SIGKILL')
}
