import type { BackupSettings } from '#server/startup/config.ts'
import { folderStore } from './folder-store.ts'
import { remoteStore } from './remote-store.ts'
import type { Store } from './stored-file.ts'

/** The place that the settings name. */
export function storeOf({ dir, remote, command }: BackupSettings): Store {
  if (dir) return folderStore(dir)
  if (remote) return remoteStore(command, remote)
  throw new Error(
    'Nothing says where backups go: set BACKUP_DIR, a folder, or BACKUP_REMOTE, a remote of rclone.',
  )
}
