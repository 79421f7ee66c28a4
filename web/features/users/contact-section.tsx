import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Channel, User } from '#contract/user.ts'
import { phoneText } from '#web/lib/phone.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { ContactDialog } from './contact-dialog.tsx'

const channels = ['EMAIL', 'SMS'] as const

type Act = { channel: Channel; kind: 'change' | 'confirm' }

/** Contacts to which codes and notices go: confirmed by a code, and changed by way of one. */
export function ContactSection({ user }: { user: User }) {
  const { t } = useTranslation()
  // The banner of the dashboard leads here.
  const [params, setParams] = useSearchParams()
  const [act, setAct] = useState<Act | null>(
    params.get('change') === 'email' ? { channel: 'EMAIL', kind: 'change' } : null,
  )

  function close() {
    setAct(null)
    if (params.has('change')) setParams({}, { replace: true })
  }

  return (
    <FormSection title={t('contact.section.title')} detail={t('contact.section.detail')}>
      {channels.map((channel) => (
        <FullRow key={channel}>
          <Contact user={user} channel={channel} onAct={setAct} />
        </FullRow>
      ))}
      <DialogPresence>
        {act && <ContactDialog user={user} {...act} onClose={close} onDone={close} />}
      </DialogPresence>
    </FormSection>
  )
}

interface ContactProps {
  user: User
  channel: Channel
  onAct: (act: Act) => void
}

function Contact({ user, channel, onAct }: ContactProps) {
  const { t } = useTranslation()
  const [value, isConfirmed] =
    channel === 'EMAIL'
      ? [user.email, user.emailVerified]
      : [user.phone && phoneText(user.phone), user.phoneVerified]
  const name = t(`contact.${channel}.name`)
  const label = (act: string) => `${act}: ${name}`
  return (
    <Row
      wrap
      columnGap={4}
      rowGap={2}
      justify="between"
      pb={channel === 'EMAIL' ? 4 : 0}
      lineBelow={channel === 'EMAIL'}
    >
      <Block minWidth={0} flex="1 1 220px">
        <Text variant="secondary" tone="ink2">
          {name}
        </Text>
        <Row wrap columnGap={2.5} rowGap={1}>
          {value ? (
            <>
              <Text as="span" strong breakWords>
                {value}
              </Text>
              <Tag>{t(isConfirmed ? 'contact.confirmed' : 'contact.unconfirmed')}</Tag>
            </>
          ) : (
            <Text as="span" tone="ink2">
              {t('contact.none')}
            </Text>
          )}
        </Row>
      </Block>
      <Row gap={3} align="stretch">
        {value && !isConfirmed && (
          <Button
            onClick={() => onAct({ channel, kind: 'confirm' })}
            aria-label={label(t('contact.confirm'))}
          >
            {t('contact.confirm')}
          </Button>
        )}
        <Button
          onClick={() => onAct({ channel, kind: 'change' })}
          aria-label={label(t(value ? 'contact.change' : 'contact.add'))}
        >
          {t(value ? 'contact.change' : 'contact.add')}
        </Button>
      </Row>
    </Row>
  )
}
