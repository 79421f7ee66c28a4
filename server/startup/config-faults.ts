import type { Environment } from './environment.ts'

/** The settings that are right by themselves and wrong together, a sentence each. */
export function findConfigFaults(e: Environment, sandbox: boolean): string[] {
  const faults: string[] = []
  if (sandbox && e.BITCOIN_NETWORK !== 'regtest') {
    faults.push(
      `SANDBOX hands out play money and runs on regtest only, not on ${e.BITCOIN_NETWORK}.`,
    )
  }
  if (e.BITCOIN_NETWORK !== 'regtest' && !e.BITCOIND_RPC_URL) {
    faults.push(
      `BITCOIND_RPC_URL is needed on ${e.BITCOIN_NETWORK}: only regtest has a node of its own.`,
    )
  }
  if (e.BITCOIND_RPC_URL && !e.BITCOIND_COOKIE_FILE && !e.BITCOIND_RPC_USER) {
    faults.push(
      'BITCOIND_RPC_URL needs BITCOIND_COOKIE_FILE, or BITCOIND_RPC_USER and BITCOIND_RPC_PASSWORD.',
    )
  }
  if (lacksKeyFile(e)) {
    faults.push(
      'MAC_KEY_FILE, and SIGNER_KEY_FILE where the signer runs, are needed on main: keys made by default are for play money.',
    )
  }
  if (e.SMTP_URL && !e.MAIL_FROM) {
    faults.push('MAIL_FROM is needed beside SMTP_URL: the address that mails come from.')
  }
  const twilio = [e.TWILIO_ACCOUNT_SID, e.TWILIO_AUTH_TOKEN, e.TWILIO_FROM].filter(
    (value) => value !== undefined,
  )
  if (twilio.length > 0 && twilio.length < 3) {
    faults.push(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed together, or none of them.',
    )
  }
  faults.push(...backupFaults(e))
  if (e.FAILPOINT && !sandbox) faults.push('FAILPOINT is for tests in the sandbox alone.')
  return faults
}

const lacksKeyFile = (e: Environment): boolean =>
  e.BITCOIN_NETWORK === 'main' &&
  (!e.MAC_KEY_FILE || (e.ROLES.includes('signer') && !e.SIGNER_KEY_FILE))

/** Faults of the backup commands' settings; these commands read no others. */
export function* backupFaults({
  BACKUP_DIR: dir,
  BACKUP_REMOTE: remote,
  BACKUP_RECIPIENT: recipient,
}: Pick<Environment, 'BACKUP_DIR' | 'BACKUP_REMOTE' | 'BACKUP_RECIPIENT'>): Generator<string> {
  if (dir && remote) yield 'BACKUP_DIR and BACKUP_REMOTE are two places: one of them is enough.'
  if ((dir || remote) && !recipient) {
    yield 'BACKUP_RECIPIENT is needed beside BACKUP_DIR or BACKUP_REMOTE: npm run backup:key makes one.'
  }
}
