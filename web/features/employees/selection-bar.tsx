import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { DescriptionIcon } from '#web/ui/icons/description.tsx'
import { MailIcon } from '#web/ui/icons/mail.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess, toastWarning } from '#web/ui/toasts.tsx'
import { useInviteEmployees } from './api.ts'
import { PaperConsentDialog } from './paper-consent-dialog.tsx'

interface SelectionBarProps {
  chosen: readonly Employee[]
  onClear: () => void
}

/** The chosen people get the link of their own page, or what they signed on paper is noted. */
export function SelectionBar({ chosen, onClear }: SelectionBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const invite = useInviteEmployees()
  const mayNote = useRole().can('notePaperConsent')
  const [notes, setNotes] = useState(false)
  const areInvited = chosen.every(({ invitedAt }) => invitedAt !== null)

  function send() {
    if (invite.isPending) return
    invite.mutate(chosen, {
      onSuccess: ({ sent, failed }) => {
        const people = { count: sent, people: format.count(sent) }
        const [first] = failed
        if (!first) toastSuccess(t('forPay.sent', people))
        else {
          const names = failed.map(({ person }) => fullName(person)).join(', ')
          const why = first.error instanceof Error ? first.error.message : ''
          toastWarning(t('forPay.notSent', { count: failed.length, names }), why)
        }
        onClear()
      },
    })
  }

  return (
    <Block lineBelow ground="anilTint">
      <Row
        wrap
        justify="between"
        columnGap={5}
        rowGap={2}
        minHeight={60}
        px={{ xs: '18px', md: 6 }}
        py={2}
      >
        <Row wrap columnGap={3} rowGap={1} flex={1} role="status">
          <Text as="span" strong>
            {t('forPay.chosen', { count: chosen.length, people: format.count(chosen.length) })}
          </Text>
          <Text as="span" size={13.5} tone="ink2">
            {t('forPay.theyGet')}
          </Text>
        </Row>
        <Row wrap gap={2}>
          <Button variant="text" onClick={onClear} disabled={invite.isPending}>
            {t('forPay.clear')}
          </Button>
          {mayNote && (
            <Button
              startIcon={<DescriptionIcon />}
              onClick={() => setNotes(true)}
              disabled={invite.isPending}
            >
              {t('paperConsent.button')}
            </Button>
          )}
          <Button
            variant="contained"
            startIcon={<MailIcon />}
            onClick={send}
            disabled={invite.isPending}
          >
            {t(areInvited ? 'forPay.remind' : 'forPay.invite')}
          </Button>
        </Row>
      </Row>
      <DialogPresence>
        {notes && (
          <PaperConsentDialog people={chosen} onClose={() => setNotes(false)} onSaved={onClear} />
        )}
      </DialogPresence>
    </Block>
  )
}
