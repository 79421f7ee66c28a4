import { soon } from '#web/ui/later.tsx'

export const BumpDialog = soon(async () => (await import('./bump-dialog.tsx')).BumpDialog)
export { PaidActions } from './print/paid-actions.tsx'
