import { useTranslation } from 'react-i18next'
import type { Change } from '#contract/changes.ts'
import { ageOf } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

type Origin = Pick<Change, 'at' | 'by' | 'via' | 'ip'>

/** 'cambió hoy, 2:45, hace 6 h · Carlos Mejía · 45.181.20.7' */
export function ChangeOrigin({ at, by, via, ip }: Origin) {
  const { t } = useTranslation()
  const when = useWhen()
  const parts = [
    at && t('changes.made', { when: when(at) }),
    via === 'EMPLOYEE' ? null : by,
    via && via !== 'FORM' && t(`changes.via.${via}`),
  ].filter(Boolean)
  if (parts.length === 0 && !ip) return null
  return (
    <Text variant="secondary" tone="ink2" breakWords>
      {parts.join(' · ')}
      {ip && (
        <>
          {parts.length > 0 && ' · '}
          <Text as="span" mono size={13}>
            {ip}
          </Text>
        </>
      )}
    </Text>
  )
}

/** 'hoy, 2:45, hace 6 h' */
function useWhen() {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  return (at: string) => {
    const age = format.age(at, now)
    const isToday = format.date(at) === format.date(new Date(now))
    return isToday
      ? t('changes.today', { time: format.time(at), age })
      : t('changes.on', { date: format.dateTime(at), age })
  }
}

interface ContactBeforeProps {
  kind: 'EMAIL' | 'PHONE'
  /** When the contact changed, and after it the address. */
  at: string
  addressAt: string
}

/** 'Su teléfono cambió 20 minutos antes': how wages are diverted. */
export function ContactBefore({ kind, at, addressAt }: ContactBeforeProps) {
  const { t } = useTranslation()
  const { unit, count } = ageOf(at, Date.parse(addressAt))
  const time =
    unit === 'seconds'
      ? t('changes.apart.minutes', { count: 1 })
      : t(`changes.apart.${unit}`, { count })
  return <Danger>{t(`changes.contact.${kind}`, { time })}</Danger>
}

/** A line in brick with its disc. */
export function Danger({ children }: { children: string }) {
  return (
    <Row gap={2} mt={1} mb={1} align="start" tone="brick" strong size={14}>
      <Mark name="alert" mt="2px" />
      <span>{children}</span>
    </Row>
  )
}
