import { readConfig } from '#server/startup/config.ts'
import { ConfigError } from '#server/startup/config-error.ts'
import type { ProgramSettings } from './process.ts'

/** Everything that `main` asks for. */
export const settingsOnMain: ProgramSettings = {
  BITCOIN_NETWORK: 'main',
  BITCOIND_RPC_URL: 'http://127.0.0.1:8332',
  BITCOIND_RPC_USER: 'quincena',
  SIGNER_KEY_FILE: '/etc/quincena/signer.key',
  MAC_KEY_FILE: '/etc/quincena/mac.key',
  PUBLIC_URL: 'https://nominas.example',
  SIGNER_MAX_USD_PER_DAY: '9000',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'nominas@example.com',
}

/** The faults for which settings are not read; none where they are. */
export function findSettingFaults(
  settings: ProgramSettings,
  read: (env: ProgramSettings) => unknown = readConfig,
) {
  try {
    read(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
