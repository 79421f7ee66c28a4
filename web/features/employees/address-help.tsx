import { useId, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { addressPrefix, type Network } from '#domain/address.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { QuotedText } from '#web/ui/quote.tsx'
import { Text } from '#web/ui/text.tsx'
import { CopyMessage } from './copy-message.tsx'

interface AddressHelpProps {
  /** Whom to ask; empty while nobody is named. */
  name: string
  network: Network
  /** How it is asked for, step by step: after something else came. */
  steps: boolean
}

/** The person to ask for the address, how to ask, and a message to forward. */
export function AddressHelp({ name, network, steps }: AddressHelpProps) {
  const { t } = useTranslation()
  const slots = { name, prefix: addressPrefix(network) }
  const who = name === '' ? 'Them' : ''
  const say = (key: 'ask' | 'how' | 'message' | 'copy') =>
    t(`employees.addressHelp.${key}${who}`, slots)
  const copy = <CopyMessage message={say('message')}>{say('copy')}</CopyMessage>
  if (!steps) {
    return (
      <Block mt={2.5}>
        <Text variant="body2" tone="ink2" mb={3}>
          {say('ask')}
        </Text>
        {copy}
      </Block>
    )
  }
  return (
    <Block mt={4} pt={4} lineAbove>
      <Text as="h3" size={14.5} strong>
        {say('how')}
      </Text>
      <Steps prefix={slots.prefix} />
      <QuotedText>{say('message')}</QuotedText>
      <Row wrap columnGap={5} rowGap={3} mt={4}>
        {copy}
        <NoApp />
      </Row>
    </Block>
  )
}

const steps = ['receive', 'copy', 'send'] as const

function Steps({ prefix }: { prefix: string }) {
  return (
    <Grid as="ol" mt={3} gap={1.5}>
      {steps.map((step, index) => (
        <Grid key={step} as="li" columns="24px minmax(0, 1fr)" align="baseline">
          <Text as="span" aria-hidden serif size={16} tone="anil">
            {index + 1}
          </Text>
          <Text as="span" size={14.5}>
            <Trans
              i18nKey={`employees.addressHelp.step.${step}`}
              values={{ prefix }}
              components={{ b: <strong />, code: <Text as="span" mono /> }}
            />
          </Text>
        </Grid>
      ))}
    </Grid>
  )
}

function NoApp() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const textId = useId()
  return (
    <>
      <Link
        component="button"
        type="button"
        aria-expanded={open}
        aria-controls={textId}
        onClick={() => setOpen(!open)}
        size={14.5}
        py={2}
      >
        {t('employees.addressHelp.noApp')}
      </Link>
      <Block id={textId} role="status" flex="0 1 100%" hideEmpty>
        {open && (
          <Text variant="body2" tone="ink2">
            {t('employees.addressHelp.noAppText')}
          </Text>
        )}
      </Block>
    </>
  )
}
