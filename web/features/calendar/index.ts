import { soon } from '#web/ui/later.tsx'

export const ScheduleDialog = soon(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
)
