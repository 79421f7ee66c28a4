import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Text } from '#web/ui/text.tsx'

/** '10 de 12 dicen que les llegó', once anybody has said anything. */
export function ArrivedOfRun({ run }: { run: Pick<Payment, 'arrived'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { arrived } = run
  if (!arrived || arrived.yes + arrived.no === 0) return null
  const { yes, no, lines } = arrived
  return (
    <span>
      {t('arrivals.said', { yes: format.count(yes), lines: format.count(lines) })}
      {no > 0 && (
        <Text as="span" tone="amber" strong>
          {` · ${t('arrivals.none', { count: no })}`}
        </Text>
      )}
    </span>
  )
}
