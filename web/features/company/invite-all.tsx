import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useInviteAll, useInvites } from './staff-api.ts'

/** Everybody who was not invited yet gets the link of their own page. */
export function InviteAll() {
  const { t } = useTranslation()
  const { data: job } = useInvites()
  const invite = useInviteAll()
  const isRunning = job?.state === 'RUNNING'
  return (
    <Row wrap justify="between" gap={3} pt={4}>
      <Block minWidth={0} flex="1 1 220px">
        <Text as="div" strong>
          {t('staffRules.invite.title')}
        </Text>
        <Text variant="body2" tone="ink2">
          {t('staffRules.invite.detail')}
        </Text>
        <div role="status">{job && <Progress />}</div>
      </Block>
      <Button
        onClick={() => invite.mutate()}
        disabled={invite.isPending || isRunning}
        flex={{ xs: '1 1 100%', sm: 'none' }}
      >
        {t('staffRules.invite.button')}
      </Button>
    </Row>
  )
}

function Progress() {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const { data: job } = useInvites()
  if (!job) return null
  const counts = { sent: format.count(job.sent), total: format.count(job.total) }
  return (
    <Text variant="body2" tone="ink2" mt={1}>
      {job.state === 'RUNNING'
        ? t('staffRules.invite.running', counts)
        : job.total === 0
          ? t('staffRules.invite.nobody')
          : t('staffRules.invite.done', { ...counts, age: format.age(job.createdAt, now) })}
    </Text>
  )
}
