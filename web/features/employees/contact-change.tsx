import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

type Changes = NonNullable<Employee['contactChanges']>
type Change = Changes[number]

const areOneAct = (changes: Changes) =>
  changes.every(({ at, by }) => at === changes[0]?.at && fullName(by) === fullName(changes[0].by))

/** 'Paula cambió el correo el 20 nov', once for what one person changed at once. */
function useSentences(nameOf: (by: Change['by']) => string) {
  const { t } = useTranslation()
  const format = useFormat()
  // On a phone the sentence breaks, but not between '20' and 'nov'.
  const dayOf = (at: string) => format.day(at).replaceAll(' ', '\u00a0')
  const sentence = (kind: 'EMAIL' | 'PHONE' | 'BOTH', { by, at }: Change) =>
    t(`employees.contact.${kind}`, { who: nameOf(by), date: dayOf(at) })
  return (changes: Changes): string[] => {
    const [first, second] = changes
    if (first && second && areOneAct(changes)) return [sentence('BOTH', first)]
    return changes.map((change) => sentence(change.kind, change))
  }
}

/** A list's mark of a changed e-mail or phone, until the person's next payday. */
export function ContactMark({ changes }: { changes: Employee['contactChanges'] }) {
  const short = useSentences(({ firstName }) => firstName)
  const whole = useSentences(fullName)
  if (!changes) return null
  const titles = whole(changes)
  return short(changes).map((text, index) => (
    <Row
      key={text}
      gap={1.5}
      align="start"
      size={12.5}
      leading={18}
      tone="amber"
      weight={500}
      noWrap={false}
    >
      <Mark name="warning" size={13} mt="3px" />
      <span title={titles[index]}>{text}</span>
    </Row>
  ))
}

/** The changes of a contact with their authors, and the consequence until the next payday. */
export function ContactChange({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  const sentences = useSentences(fullName)
  return (
    <Row gap={2} mt={2.5} align="start" size={14}>
      <Mark name="warning" tone="amber" mt="2px" />
      <Block minWidth={0}>
        {sentences(changes).map((text) => (
          <Text key={text} as="div" strong tone="amber">
            {text}
          </Text>
        ))}
        <Text as="div" tone="ink2">
          {t('employees.contact.note')}
        </Text>
      </Block>
    </Row>
  )
}
