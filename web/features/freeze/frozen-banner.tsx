import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { successText } from '#web/lib/answer-text.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { later } from '#web/ui/later.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useAskPasswordReset, useFrozenAt } from './api.ts'

const UnfreezeDialog = later(async () => (await import('./unfreeze-dialog.tsx')).UnfreezeDialog)

/** The banner on every screen of a frozen company: what that means for its money, and the way out. */
export function FrozenBanner() {
  const { data: frozenAt } = useFrozenAt()
  return frozenAt ? <Frozen at={frozenAt} /> : null
}

function Frozen({ at }: { at: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const user = useSignedInUser()
  const reset = useAskPasswordReset()
  const mayUnfreeze = useRole().can('unfreeze')
  const [open, setOpen] = useState(false)
  const ask = () => {
    if (!user || reset.isPending) return
    reset.mutate(user.email, { onSuccess: () => toastSuccess(successText('resetMailSent')) })
  }
  return (
    <Row
      as="section"
      aria-label={t('freeze.banner.label')}
      align="stretch"
      gap={3}
      p={{ xs: 4, md: 5 }}
      mb={{ xs: 5, md: 6 }}
      rounded={12}
      ground="brickTint"
      tone="ink"
    >
      <Mark name="alert" mt="3px" tone="brick" />
      <Block flex={1} minWidth={0}>
        <Text mb={1} strong>
          {t('freeze.banner.title', { at: dateTime(at) })}
        </Text>
        {mayUnfreeze ? (
          <>
            <Text variant="body2" maxWidth="80ch">
              {t('freeze.banner.text')}
            </Text>
            <Row align="stretch" wrap gap={3} mt={4}>
              <Button
                size="small"
                minHeight={{ xs: 40, md: 36 }}
                onClick={ask}
                disabled={reset.isPending}
              >
                {t('freeze.banner.reset')}
              </Button>
              <Button size="small" minHeight={{ xs: 40, md: 36 }} onClick={() => setOpen(true)}>
                {t('freeze.banner.unfreeze')}
              </Button>
            </Row>
          </>
        ) : (
          <WhoCan act="unfreeze" tone="ink" />
        )}
      </Block>
      <DialogPresence>{open && <UnfreezeDialog onClose={() => setOpen(false)} />}</DialogPresence>
    </Row>
  )
}
