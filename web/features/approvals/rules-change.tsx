import { useTranslation } from 'react-i18next'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useApprovalRules } from '#web/shared/approval/rules-api.ts'
import { Block, Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** The rules of today beside those that are asked for. */
export function RulesChange({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const rules = useApprovalRules().data
  if (!rules?.pending || rules.pending._id !== approval._id) return null
  return (
    <Grid columns={{ xs: '1fr', sm: '1fr 1fr' }} gap={5} mt={4} pt={5} lineAbove>
      <Rules title={t('approvals.rules.now')} rules={rules} />
      <Rules title={t('approvals.rules.then')} rules={rules.pending} isNew />
    </Grid>
  )
}

interface RulesProps {
  title: string
  rules: Pick<ApprovalRules, 'tiers' | 'strongOnly'>
  isNew?: boolean
}

function Rules({ title, rules: { tiers, strongOnly }, isNew = false }: RulesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Block as="section">
      <Text variant="caption" as="h2" tone={isNew ? 'amber' : 'ink2'} strong={isNew} mb={1}>
        {title}
      </Text>
      <Block as="ul" strong={isNew}>
        {tiers.length === 0 && <li>{t('approvals.rules.none')}</li>}
        {tiers.map(({ fromUsd, approvals }) => (
          <li key={fromUsd}>
            {t('approvals.rules.tier', { amount: format.usd(fromUsd), count: approvals })}
          </li>
        ))}
        {strongOnly && <li>{t('approvals.rules.strongOnly')}</li>}
      </Block>
    </Block>
  )
}
