import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { SandboxMessage } from '#contract/sandbox.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useMessages } from './api.ts'
import { MessageText } from './message-text.tsx'

const item = { px: rowInset, py: 3.5, borderTop: 1, borderColor: 'line' }

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
        <Typography sx={{ ...item, color: 'ink2' }}>{t('sandbox.messages.empty')}</Typography>
      )}
      {data && data.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((message) => (
            <Message
              key={`${message.createdAt} ${message.to} ${message.subject}`}
              message={message}
            />
          ))}
        </Box>
      )}
    </Panel>
  )
}

function Message({ message }: { message: SandboxMessage }) {
  const format = useFormat()
  const { to, via, subject, text, createdAt } = message
  const isToday = format.date(createdAt) === format.date(new Date())
  return (
    <Box component="li" sx={item}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, fontSize: '0.875rem' }}>
        <Tag>{via}</Tag>
        <Box sx={{ flex: 1, minWidth: 0, color: 'ink2', overflowWrap: 'anywhere' }}>{to}</Box>
        <Box component="time" dateTime={createdAt} sx={{ color: 'ink2', whiteSpace: 'nowrap' }}>
          {isToday ? format.time(createdAt) : format.dateTime(createdAt)}
        </Box>
      </Box>
      {subject !== '' && (
        <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Typography>
      )}
      <MessageText text={text} />
    </Box>
  )
}

function MessagesSkeleton() {
  return [180, 220, 150].map((width) => (
    <Box key={width} aria-hidden sx={{ ...item, display: 'grid', gap: 3 }}>
      <TextSkeleton width={width} />
      <TextSkeleton width="80%" />
    </Box>
  ))
}
