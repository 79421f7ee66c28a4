import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type PreviewChange, previewChange } from '#contract/payments.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

const answered = z.object({ changes: z.array(previewChange) })

/** The changes that a PREVIEW_CHANGED names: how the payroll differs from what was shown. */
export function PreviewChanges({ error }: { error: Error | null }) {
  const isIts = error instanceof ApiError && error.code === 'PREVIEW_CHANGED'
  const { data } = answered.safeParse(isIts ? error.data : null)
  if (!data || data.changes.length === 0) return null
  return (
    <Block as="ul" mt={2}>
      {data.changes.map((change) => (
        <Change key={`${change.employeeId} ${change.kind}`} change={change} />
      ))}
    </Block>
  )
}

function Change({ change }: { change: PreviewChange }) {
  const { t } = useTranslation()
  return (
    <Text as="li" mt={2} breakWords>
      <Text as="span" strong>
        {change.name}
      </Text>
      {` · ${t(`payments.changed.${change.kind}`)}`}
      <Values change={change} />
    </Text>
  )
}

/** Addresses are drawn to be compared by eye; names and salaries are a line each. */
function Values({ change: { kind, before, after } }: { change: PreviewChange }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (kind === 'address') return <BeforeAndNow from={String(before)} to={String(after)} />
  if (kind === 'added') return <AddressFull address={String(after)} perLine={11} size={14} />
  if (kind === 'left') return <AddressFull address={String(before)} perLine={11} size={14} quiet />
  const shown = (value: string | number) => (typeof value === 'number' ? format.usd(value) : value)
  return (
    <>
      {before !== null && <Block>{t('payments.changed.before', { value: shown(before) })}</Block>}
      {after !== null && <Block>{t('payments.changed.after', { value: shown(after) })}</Block>}
    </>
  )
}
