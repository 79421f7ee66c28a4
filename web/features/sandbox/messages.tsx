import { useTranslation } from 'react-i18next'
import type { SandboxMessage } from '#contract/sandbox.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { useMessages } from './api.ts'
import { MessageText } from './message-text.tsx'

/** The e-mails and text messages that the application sent: here nobody has to own a mailbox. */
export function Messages() {
  const { t } = useTranslation()
  const { data, error, refetch } = useMessages()
  return (
    <Panel flush>
      <PanelHead title={t('sandbox.messages.title')} aside={t('sandbox.messages.order')} />
      {data === undefined && error && <LoadFailed error={error} onRetry={refetch} />}
      {data === undefined && !error && <MessagesSkeleton />}
      {data?.length === 0 && (
        <Text px={rowInset} py={3.5} tone="ink2" lineAbove>
          {t('sandbox.messages.empty')}
        </Text>
      )}
      {data && data.length > 0 && (
        <Block as="ul">
          {data.map((message) => (
            <Message
              key={`${message.createdAt} ${message.to} ${message.subject}`}
              message={message}
            />
          ))}
        </Block>
      )}
    </Panel>
  )
}

function Message({ message }: { message: SandboxMessage }) {
  const format = useFormat()
  const { to, via, subject, text, createdAt } = message
  const isToday = format.date(createdAt) === format.date(new Date())
  return (
    <Block as="li" px={rowInset} py={3.5} lineAbove>
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
