import { soon } from '#web/ui/later.tsx'

export const WithdrawDialog = soon(
  async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog,
)
