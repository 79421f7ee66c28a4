import { useTranslation } from 'react-i18next'
import { useEndFeed, useFeed, useMakeFeed } from '#web/shared/calendar/api.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { ChangeRefusal } from './refused.tsx'

/** A secret address of the paydays, for the calendar of a phone. It is shown once. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const feed = useFeed()
  const make = useMakeFeed()
  const end = useEndFeed()
  const isActive = feed.data?.active === true
  const url = make.data?.url
  const busy = make.isPending || end.isPending
  return (
    <AppDialog
      onClose={onClose}
      title={t('calendar.feed.title')}
      busy={busy}
      actions={
        <>
          {isActive && (
            <Button
              onClick={() => end.mutate(undefined, { onSuccess: () => make.reset() })}
              disabled={busy}
            >
              {t('calendar.feed.end')}
            </Button>
          )}
          <Button
            variant={url === undefined ? 'contained' : 'outlined'}
            onClick={() => make.mutate()}
            disabled={busy || feed.isPending}
          >
            {t(isActive ? 'calendar.feed.again' : 'calendar.feed.make')}
          </Button>
        </>
      }
    >
      <Text>{t('calendar.feed.text')}</Text>
      {url !== undefined && (
        <Block mt={5}>
          <Text variant="label" as="div">
            {t('calendar.feed.address')}
          </Text>
          <Row gap={2} align="start" mt={1}>
            <Text as="div" mono size={14} breakWords flex={1} minWidth={0}>
              {url}
            </Text>
            <CopyButton value={url} label={t('calendar.feed.copy')} />
          </Row>
        </Block>
      )}
      <Text variant="body2" tone="ink2" mt={4}>
        {t(isActive && url === undefined ? 'calendar.feed.active' : 'calendar.feed.once')}
      </Text>
      <ChangeRefusal error={make.error ?? feed.error} />
    </AppDialog>
  )
}
