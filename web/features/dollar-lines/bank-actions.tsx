import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DollarLines } from '#contract/dollar-lines.ts'
import { ApiError } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FileDownloadIcon } from '#web/ui/icons/file-download.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { linesPath, useRereadDollars } from './api.ts'
import { MarkListDialog, NotSentDialog } from './mark-list-dialog.tsx'

interface BankActionsProps {
  paymentId: string
  list: DollarLines
  /** The way to mark people one by one. */
  more: ReactNode
}

/** The list first; once the bank has it, that it paid, or that it never had it. */
export function BankActions({ paymentId, list, more }: BankActionsProps) {
  const { t } = useTranslation()
  const { isSaving, save } = useBankList(paymentId)
  const [asking, setAsking] = useState<'paid' | 'notSent' | null>(null)
  const isSent = list.sent !== null
  const close = () => setAsking(null)
  const mark = (
    <Button variant={isSent ? 'contained' : 'outlined'} onClick={() => setAsking('paid')}>
      {t('dollarList.step.passed')}
    </Button>
  )
  return (
    <Row stackBelow="sm" wrap gap={3} mt={4} align={{ xs: 'stretch', sm: 'center' }}>
      {isSent && mark}
      <Button
        variant={isSent ? 'outlined' : 'contained'}
        startIcon={<FileDownloadIcon />}
        onClick={save}
        disabled={isSaving}
      >
        {t(isSent ? 'dollarList.step.again' : 'dollarList.step.download')}
      </Button>
      {!isSent && mark}
      {isSent && (
        <Button variant="text" tone="ink2" weight={500} onClick={() => setAsking('notSent')}>
          {t('dollarList.notSent')}
        </Button>
      )}
      <Text variant="secondary" as="p" tone="ink2">
        {t('dollarList.step.hint')} {more}
      </Text>
      <DialogPresence>
        {asking === 'paid' && <MarkListDialog paymentId={paymentId} list={list} onClose={close} />}
      </DialogPresence>
      <DialogPresence>
        {asking === 'notSent' && (
          <NotSentDialog paymentId={paymentId} list={list} onClose={close} />
        )}
      </DialogPresence>
    </Row>
  )
}

/** Saves the list as a file. Its dollars are sent from then on, so that all that says so is read again. */
function useBankList(paymentId: string) {
  const { t } = useTranslation()
  const rereadDollars = useRereadDollars()
  const [isSaving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    try {
      await download(`${linesPath(paymentId)}.csv`, `${t('dollarList.title')}.csv`)
    } catch (error) {
      const isKnown = error instanceof ApiError
      if (!isKnown || !error.isAboutSession) {
        toastError(isKnown ? error.message : t('errors.unexpected'))
      }
    } finally {
      setSaving(false)
      // A file that never arrived may have been noted as sent.
      rereadDollars()
    }
  }
  return { isSaving, save }
}
