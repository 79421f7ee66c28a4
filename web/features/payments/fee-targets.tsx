import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'

interface FeeTargetsProps {
  targets: PaymentPreview['targets']
  chosen: TargetBlocks
  onChoose: (blocks: TargetBlocks) => void
}

/** Offers slower payments while fees are high: how long each takes, its cost, and whether it needs a code. */
export function FeeTargets({ targets, chosen, onChoose }: FeeTargetsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (targets.length === 0) return null
  return (
    <Block mb={4}>
      <Block mb={4}>
        <Notice tone="amber">{t('payments.targets.text')}</Notice>
      </Block>
      <RadioRows
        label={t('payments.targets.label')}
        value={String(chosen)}
        onChange={(value) => {
          const target = targets.find(({ blocks }) => String(blocks) === value)
          if (target) onChoose(target.blocks)
        }}
        options={targets.map(({ blocks, cost, feeRate, needsCode }) => ({
          value: String(blocks),
          title: t(`payments.targets.within.${blocks}`),
          detail: t(needsCode ? 'payments.targets.code' : 'payments.targets.noCode'),
          aside: (
            <>
              <Text as="div" strong leading={22}>
                {format.usd(cost.usd)}
              </Text>
              <Text as="div" size={13.5} leading={19} tone="ink2">
                {`${format.decimal(feeRate)} sat/vB`}
              </Text>
            </>
          ),
        }))}
      />
    </Block>
  )
}
