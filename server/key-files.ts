import { existsSync } from 'node:fs'
import pg from 'pg'
import type { Config } from './config.ts'
import { ensureKeyFile, SecretRefused } from './secrets.ts'

type Key = {
  name: string
  path: string
  /** SQL: whether the database holds something that this key alone fits. */
  isNeeded: string
  refusal: string
}

/** A worker reads neither key. */
function keysOf({ roles, macKeyFile, signerKeyFile }: Config): Key[] {
  const keys: Key[] = []
  if (roles.includes('api') || roles.includes('signer')) {
    keys.push({
      name: 'MAC_KEY_FILE',
      path: macKeyFile,
      isNeeded: 'SELECT EXISTS (SELECT FROM employees) AS yes',
      refusal:
        'the database has people who were saved under it. It has to be the one file that every api and the signer share: under another, nobody is paid.',
    })
  }
  if (roles.includes('signer')) {
    keys.push({
      name: 'SIGNER_KEY_FILE',
      path: signerKeyFile,
      isNeeded: 'SELECT EXISTS (SELECT FROM wallet_secret) AS yes',
      refusal: 'the database has a seed that was sealed under it and opens with no other.',
    })
  }
  return keys
}

/**
 * Makes the keys that this process reads where nothing is under them yet. Later a missing file is a
 * wrong path or a folder that was not mounted, and a new key would be another key than everybody's.
 */
export async function prepareKeyFiles(config: Config, ownerUrl: string): Promise<void> {
  const missing = keysOf(config).filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const { name, path, isNeeded, refusal } of missing) {
      const { rows } = await client.query<{ yes: boolean }>(isNeeded)
      if (rows[0]?.yes) {
        throw new SecretRefused(
          `${name} is not there (${path}), and ${refusal} If it is lost: docs/operating/keys.md.`,
        )
      }
    }
  } finally {
    await client.end()
  }
  for (const { path } of missing) await ensureKeyFile(path)
}
