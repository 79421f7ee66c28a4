import type { HolidayFault } from '#domain/schedule/holiday-rows.ts'
import type { Log } from '#server/platform/observe/log.ts'

const why: Record<HolidayFault['code'], string> = {
  NO_SUCH_DAY: 'its day does not exist',
  OTHER_WEEKDAY: 'its day is another weekday',
  DUPLICATE: 'its day has a holiday already',
}

/** Says each row of the holidays that is left out. Paydays are computed without it. */
export function logHolidayFaults(faults: readonly HolidayFault[], log: Pick<Log, 'warn'>): void {
  for (const { row, name, code } of faults) {
    log.warn({ row, name, code }, `a holiday is left out: ${why[code]}`)
  }
}
