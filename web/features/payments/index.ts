import { soon } from '#web/ui/later.tsx'

export const PayDialog = soon(async () => (await import('./pay-dialog.tsx')).PayDialog)
