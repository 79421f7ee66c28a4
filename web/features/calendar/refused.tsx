import { ApiError } from '#web/lib/api.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a change was refused, where no field says it. */
export function ChangeRefusal({
  error,
  fields = [],
}: {
  error: Error | null
  fields?: readonly string[]
}) {
  if (!error) return null
  const faults = error instanceof ApiError ? error.faults : []
  const unseen = faults.filter(({ path }) => !fields.includes(path))
  return faults.length > 0 && unseen.length === 0 ? null : (
    <Notice tone="brick" role="alert">
      {unseen.map(({ message }) => message).join(' ') || error.message}
    </Notice>
  )
}
