import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type PreviewChange, previewChange } from '#contract/payments.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'

const answered = z.object({ changes: z.array(previewChange) })

/** Of a press that was refused because the payroll had changed: what changed since it was shown. */
export function PreviewChanges({ error }: { error: Error | null }) {
  const isIts = error instanceof ApiError && error.code === 'PREVIEW_CHANGED'
  const { data } = answered.safeParse(isIts ? error.data : null)
  if (!data || data.changes.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
      {data.changes.map((change) => (
        <Change key={`${change.employeeId} ${change.kind}`} change={change} />
      ))}
    </Box>
  )
}

function Change({ change: { name, kind, before, after } }: { change: PreviewChange }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = (value: string | number) => (typeof value === 'number' ? format.usd(value) : value)
  return (
    <Box component="li" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {name}
      </Box>
      {` · ${t(`payments.changed.${kind}`)}`}
      {before !== null && <Box>{t('payments.changed.before', { value: shown(before) })}</Box>}
      {after !== null && <Box>{t('payments.changed.after', { value: shown(after) })}</Box>}
    </Box>
  )
}
