import { createQueryClient } from '#web/lib/query.ts'
import { reportFailure } from './report-failure.ts'

export const queryClient = createQueryClient(reportFailure)
