import { soon } from '#web/ui/later.tsx'

export const UploadDialog = soon(async () => (await import('./upload-dialog.tsx')).UploadDialog)
