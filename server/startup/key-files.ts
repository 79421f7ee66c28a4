import { existsSync } from 'node:fs'
import { PrimaryClient } from '../platform/db/primary.ts'
import type { Config, DatabaseUrls } from './config.ts'
import { ensureKeyFile, SecretRefused } from './secrets.ts'

type Urls = Omit<DatabaseUrls, 'ownerUrl'>

type Key = {
  name: string
  path: string
  /** SQL: whether the database holds something that this key alone fits, and as which role to ask. */
  isNeeded: string
  url: string
  refusal: string
}

function keysOf({ roles, macKeyFile, signerKeyFile }: Config, urls: Urls): Key[] {
  const keys: Key[] = [
    {
      name: 'MAC_KEY_FILE',
      path: macKeyFile,
      isNeeded: 'SELECT EXISTS (SELECT id FROM companies) AS yes',
      url: urlFor(roles, urls),
      refusal:
        'the database has accounts that were made under it. It has to be the one file that every api, worker and signer shares: under another, nobody signs in and nobody is paid.',
    },
  ]
  if (roles.includes('signer')) {
    keys.push({
      name: 'SIGNER_KEY_FILE',
      path: signerKeyFile,
      isNeeded: 'SELECT EXISTS (SELECT FROM signer.wallet_secret) AS yes',
      url: urls.signerUrl,
      refusal: 'the database has a seed that was sealed under it and opens with no other.',
    })
  }
  return keys
}

function urlFor(roles: Config['roles'], { directUrl, workerUrl, signerUrl }: Urls): string {
  if (roles.includes('api')) return directUrl
  return roles.includes('worker') ? workerUrl : signerUrl
}

/**
 * Makes the keys that this process reads where nothing is under them yet. Later a missing file is a
 * wrong path or a folder that was not mounted, and a new key would be another key than everybody's.
 */
export async function prepareKeyFiles(config: Config, urls: Urls): Promise<void> {
  const missing = keysOf(config, urls).filter(({ path }) => !existsSync(path))
  for (const { name, path, url, isNeeded, refusal } of missing) {
    if (await isYes(url, isNeeded)) {
      throw new SecretRefused(
        `${name} is not there (${path}), and ${refusal} If it is lost: docs/operating/keys.md.`,
      )
    }
  }
  for (const { path } of missing) await ensureKeyFile(path)
}

async function isYes(url: string, question: string): Promise<boolean> {
  const client = new PrimaryClient({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ yes: boolean }>(question)
    return rows[0]?.yes === true
  } finally {
    await client.end()
  }
}
