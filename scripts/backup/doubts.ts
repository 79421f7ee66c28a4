import type { Config } from '#server/startup/config.ts'
import { backupName, timeOf } from './keep.ts'
import type { Manifest } from './manifest.ts'
import { doubtAbout, readBackupMacKey } from './manifest-mac.ts'

/** Everything that makes a backup another one than its file says, a sentence each. */
export async function doubtsAbout(
  config: Pick<Config, 'macKeyFile' | 'backupMacKeyFile' | 'network'>,
  name: string,
  manifest: Manifest,
): Promise<string[]> {
  const ofMac = doubtAbout(await readBackupMacKey(config), manifest)
  const named = timeOf(name)
  const isRenamed = named !== null && backupName(new Date(manifest.at)) !== name
  return [
    ...(ofMac ? [ofMac] : []),
    ...(isRenamed ? [`The file is named for ${named.toISOString()}; it is not of that time.`] : []),
  ]
}
