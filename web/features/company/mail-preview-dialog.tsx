import { useTranslation } from 'react-i18next'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { useMailPreview } from './staff-api.ts'

/** The message that comes with a receipt, as words: of somebody who does not exist. */
export function MailPreviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useMailPreview()
  return (
    <AppDialog
      onClose={onClose}
      title={t('staffRules.mail.title')}
      size="progress"
      textOnly
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {data ? (
        <>
          <FactRows
            facts={[
              { name: t('staffRules.mail.subject'), value: data.subject },
              { name: t('staffRules.mail.file'), value: data.file },
            ]}
          />
          <Message text={data.text} />
          <Text as="p" strong mt={4}>
            {t('staffRules.mail.sms')}
          </Text>
          <Message text={data.sms} />
        </>
      ) : error ? (
        <LoadFailed title={t('staffRules.mail.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FieldSkeleton />
      )}
    </AppDialog>
  )
}

function Message({ text }: { text: string }) {
  return (
    <Text
      as="div"
      mt={3}
      p={4}
      rounded={10}
      outlined
      ground="sunk"
      size={14.5}
      keepLines="andSpaces"
      breakWords
    >
      {text}
    </Text>
  )
}
