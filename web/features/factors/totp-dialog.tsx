import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import type { totpStarted } from '#contract/factors.ts'
import { ApiError } from '#web/lib/api.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Button } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useConfirmApp } from './api.ts'

interface TotpDialogProps {
  started: z.infer<typeof totpStarted>
  /** Recovery codes follow. */
  givesCodes: boolean
  onClose: () => void
  onActivated: () => void
}

/** The secret for the phone, as a code to scan and as a key to type, and the first six digits back. */
export function TotpDialog({ started, givesCodes, onClose, onActivated }: TotpDialogProps) {
  const { t } = useTranslation()
  const labelId = useId()
  const entry = useCodeEntry()
  const confirm = useConfirmApp()

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = entry.whole()
    if (code === undefined || confirm.isPending) return
    confirm.mutate(code, {
      onSuccess: onActivated,
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'WRONG_CODE') entry.again(error.message)
        else reportWrite(error)
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('factors.totp.title')}
      busy={confirm.isPending}
      note={t(givesCodes ? 'factors.totp.then' : 'factors.totp.until')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={confirm.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={confirm.isPending}>
            {t('factors.totp.start')}
          </Button>
        </>
      }
    >
      <Row align={{ xs: 'stretch', sm: 'start' }} stackBelow="sm" gap={{ xs: 5, sm: 7 }}>
        <Row justify="center">
          <QrCode value={started.uri} label={t('factors.totp.qr')} size={188} />
        </Row>
        <Block minWidth={0}>
          <Text>{t('factors.totp.scan')}</Text>
          <Text variant="body2" strong mt={5} mb={1}>
            {t('factors.totp.cannotScan')}
          </Text>
          <SecretKey secret={started.secret} />
          <Block mt={1} ml={-2}>
            <CopyButton value={started.secret} label={t('factors.totp.copyKey')} text />
          </Block>
        </Block>
      </Row>
      <Text id={labelId} variant="body2" strong mt={6} mb={2}>
        {t('factors.totp.write')}
      </Text>
      <CodeField {...entry.field} autoFocus />
    </AppDialog>
  )
}

/** The secret in groups of four, so that it can be typed; copied without spaces. */
function SecretKey({ secret }: { secret: string }) {
  return (
    <Row as="code" wrap columnGap={2} mono strong size={15} leading={26}>
      {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key never changes.
        <span key={index}>{group}</span>
      ))}
    </Row>
  )
}
