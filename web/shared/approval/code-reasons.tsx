import { useTranslation } from 'react-i18next'
import type { CodeReasonCount } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Block } from '#web/ui/layout.tsx'

/** Why a payment needs a code, a sentence each. */
export function CodeReasons({ reasons }: { reasons: readonly CodeReasonCount[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return reasons.map(({ code, people }) => (
    <Block key={code}>
      {t(`approval.because.${code}`, { count: people, people: format.count(people) })}
    </Block>
  ))
}
