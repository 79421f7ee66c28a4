import { useTranslation } from 'react-i18next'
import type { Employee, Readiness } from '#contract/employees.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useFreesItself } from '#web/shared/changes/use-hold-words.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'

interface Look {
  mark: MarkName
  tone: Tone
  text: 'ready' | 'noAddress' | 'noConsent' | 'addressHeld' | 'accountHeld'
}

const isReady: Look = { mark: 'tick', tone: 'jade', text: 'ready' }
const looks: Record<Readiness, Look> = {
  ready: isReady,
  notInvited: isReady,
  noEmail: isReady,
  noAddress: { mark: 'alert', tone: 'brick', text: 'noAddress' },
  noConsent: { mark: 'half', tone: 'amber', text: 'noConsent' },
  addressHeld: { mark: 'clock', tone: 'amber', text: 'addressHeld' },
  accountHeld: { mark: 'clock', tone: 'amber', text: 'accountHeld' },
}

/** Whether somebody can be paid, and beneath it what else is to be known of them. */
export function ForPay({ employee }: { employee: Employee }) {
  const { t } = useTranslation()
  const { mark, tone, text } = looks[employee.readiness]
  const beneath = useBeneath(employee)
  return (
    <Block>
      <Row gap={2} tone={tone} strong noWrap>
        <Mark name={mark} size={16} />
        {t(`forPay.state.${text}`)}
      </Row>
      {beneath && (
        <Text as="div" size={12.5} leading={16} tone="ink2" pl={6} truncate title={beneath}>
          {beneath}
        </Text>
      )}
    </Block>
  )
}

function useBeneath({ readiness, invitedAt, addressHold, accountHold }: Employee): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const freesItself = useFreesItself()
  if (readiness === 'addressHeld' && addressHold) return freesItself(addressHold.until)
  if (readiness === 'accountHeld' && accountHold) return freesItself(accountHold.until)
  if (readiness === 'ready') return null
  if (readiness === 'noEmail') return t('forPay.noEmail')
  if (invitedAt === null) return t('forPay.notInvited')
  return t('forPay.invited', { age: format.age(invitedAt, now) })
}
