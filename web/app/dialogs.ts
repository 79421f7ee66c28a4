import { soon } from '#web/ui/later.tsx'

/** The dialogs of features that several screens open; features do not know each other. */
export const UploadDialog = soon(
  async () => (await import('#web/features/imports/upload-dialog.tsx')).UploadDialog,
)
