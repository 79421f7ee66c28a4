import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'

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
    <Box sx={{ mb: 4 }}>
      <Box sx={{ mb: 4 }}>
        <Notice tone="amber">{t('payments.targets.text')}</Notice>
      </Box>
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
              <Box sx={{ fontWeight: 600, lineHeight: '22px' }}>{format.usd(cost.usd)}</Box>
              <Box sx={{ fontSize: '0.84375rem', lineHeight: '19px', color: 'ink2' }}>
                {`${format.decimal(feeRate)} sat/vB`}
              </Box>
            </>
          ),
        }))}
      />
    </Box>
  )
}
