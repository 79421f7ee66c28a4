import { useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink, useSearchParams } from 'react-router'
import type { SandboxMessage } from '#contract/sandbox.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { useMessages } from './api.ts'
import { isTo } from './is-to.ts'
import { MessageText } from './message-text.tsx'

/** The e-mails and text messages that the application sent: here nobody has to own a mailbox. */
export function SandboxMessages() {
  const { t } = useTranslation()
  const { data: all, error, refetch } = useMessages()
  const [params] = useSearchParams()
  const to = params.get('to')
  const data = to === null ? all : all?.filter((message) => isTo(message.to, to))
  return (
    <Panel flush>
      <PanelHead
        title={t('sandbox.messages.title')}
        aside={to === null ? t('sandbox.messages.order') : <Receiver to={to} />}
      />
      {data === undefined && error && <LoadFailed error={error} onRetry={refetch} />}
      {data === undefined && !error && <MessagesSkeleton />}
      {data?.length === 0 && (
        <Text px={rowInset} py={3.5} tone="ink2" lineAbove>
          {t(to === null ? 'sandbox.messages.empty' : 'sandbox.messages.coming')}
        </Text>
      )}
      {data && data.length > 0 && (
        <Block as="ul">
          {data.map((message, index) => (
            <Message
              isWanted={to !== null && index === 0}
              key={`${message.createdAt} ${message.to} ${message.subject}`}
              message={message}
            />
          ))}
        </Block>
      )}
    </Panel>
  )
}

function Receiver({ to }: { to: string }) {
  const { t } = useTranslation()
  return (
    <Row wrap columnGap={4}>
      <Text as="span" boldInk breakWords>
        <Trans i18nKey="sandbox.messages.to" values={{ to }} components={{ b: <b /> }} />
      </Text>
      <Link component={RouterLink} to={paths.sandbox}>
        {t('sandbox.messages.all')}
      </Link>
    </Row>
  )
}

/** `isWanted`: a link led to it, so it is brought into view as soon as it is there. */
function Message({ message, isWanted }: { message: SandboxMessage; isWanted: boolean }) {
  const format = useFormat()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  const { to, via, subject, text, createdAt } = message
  const isToday = format.date(createdAt) === format.date(new Date())
  return (
    <Block ref={place} as="li" px={rowInset} py={3.5} lineAbove>
      <Row gap={2.5} size={14}>
        <Tag>{via}</Tag>
        <Text as="div" flex={1} minWidth={0} tone="ink2" breakWords>
          {to}
        </Text>
        <Text dateTime={createdAt} as="time" tone="ink2" noWrap>
          {isToday ? format.time(createdAt) : format.dateTime(createdAt)}
        </Text>
      </Row>
      {subject !== '' && (
        <Text mt={1} strong breakWords>
          {subject}
        </Text>
      )}
      <MessageText text={text} />
    </Block>
  )
}

function MessagesSkeleton() {
  return [180, 220, 150].map((width) => (
    <Grid key={width} aria-hidden px={rowInset} py={3.5} gap={3} lineAbove>
      <TextSkeleton width={width} />
      <TextSkeleton width="80%" />
    </Grid>
  ))
}
