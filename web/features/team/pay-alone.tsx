import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Tier } from '#contract/approval-rules.ts'
import type { Team } from '#contract/team.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { PanelIntro } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { findApprovedTiers, paysAlone } from './pays-alone.ts'

/** '¿Puede alguien pagar a solas?', the rule that says so, and how many people there are. */
export function PayAlone({ team, tiers }: { team: Team; tiers: readonly Tier[] }) {
  const { t } = useTranslation()
  const { can } = useRole()
  return (
    <PanelIntro>
      <Block minWidth={0}>
        <Text variant="cell" as="h2" tone="ink2">
          {t('team.question')}
        </Text>
        <Text variant="answer" mt={0.5}>
          <Answer tiers={tiers} />
        </Text>
        <Text size={14.5} mt={1} tone="ink2">
          <Rule tiers={tiers} />{' '}
          {can('changeRules') && (
            <Link component={RouterLink} to={paths.security} noWrap>
              {t('team.changeRule')}
            </Link>
          )}
        </Text>
      </Block>
      <Counts team={team} />
    </PanelIntro>
  )
}

function Answer({ tiers }: { tiers: readonly Tier[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { role } = useRole()
  const alone = paysAlone(tiers)
  if (alone.kind === 'under') return t('team.answer.under', { amount: format.usdBrief(alone.usd) })
  if (alone.kind === 'no') return t('team.answer.no')
  return t(role === 'ADMIN' ? 'team.answer.you' : 'team.answer.admins')
}

/** 'Desde $500 aprueba otra persona; desde $5,000, dos.' */
function Rule({ tiers }: { tiers: readonly Tier[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first, ...others] = findApprovedTiers(tiers)
  if (first === undefined) return t('team.rule.none')
  const amountOf = ({ fromUsd }: Tier) => format.usdBrief(fromUsd)
  const values = { count: first.approvals, amount: amountOf(first) }
  const begin = t(first.fromUsd > 0 ? 'team.rule.from' : 'team.rule.all', values)
  const rest = others.map((tier) =>
    t('team.rule.then', { amount: amountOf(tier), count: t(`team.rule.people.${tier.approvals}`) }),
  )
  return `${[begin, ...rest].join('; ')}.`
}

function Counts({ team }: { team: Team }) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = [
    ['people', team.users.length],
    ['approvers', team.users.filter(({ counts }) => counts.code === 'YES').length],
    ['invitations', team.invitations.length],
  ] as const
  return (
    <Grid
      as="dl"
      columns="repeat(3, auto)"
      columnGap={{ xs: 4, md: 9.5 }}
      m={0}
      justify="between"
      flex="none"
    >
      {counts.map(([what, count]) => (
        <Text key={what} as="div" textAlign={{ md: 'right' }}>
          <Text as="dd" variant="count" m={0}>
            {format.count(count)}
          </Text>
          <Text as="dt" size={13.5} tone="ink2">
            {t(`team.count.${what}`, { count })}
          </Text>
        </Text>
      ))}
    </Grid>
  )
}
