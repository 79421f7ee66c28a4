import { useTranslation } from 'react-i18next'
import type { Include } from '#contract/include.ts'
import type { ElsewherePerson, PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface ElsewherePeopleProps {
  preview: PaymentPreview
  include: Include
  onInclude: (include: Include) => void
  disabled: boolean
}

const listedAtFirst = 5

/** People who were paid for the same days elsewhere: they are left out, unless they are chosen. */
export function ElsewherePeople({ preview, include, onInclude, disabled }: ElsewherePeopleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { count, people } = preview.paidElsewhere
  const { shown, rest, showAll } = useTruncatedList(people, listedAtFirst)
  if (count === 0) return null
  const chosen = include === 'all' ? null : new Set(include)
  const toggle = (id: string, on: boolean) =>
    onInclude(on ? [...(chosen ?? []), id] : [...(chosen ?? [])].filter((one) => one !== id))
  const unnamed = count - people.length
  return (
    <Block as="section" mt={3} py={4} lineAbove>
      <Row wrap columnGap={4} rowGap={1} justify="between">
        <Text variant="h3" size={15}>
          {t('payments.elsewhere.title', { count, people: format.count(count) })}
        </Text>
        {count > 1 && (
          <Link
            component="button"
            type="button"
            disabled={disabled}
            onClick={() => onInclude(include === 'all' ? [] : 'all')}
          >
            {t(include === 'all' ? 'payments.elsewhere.none' : 'payments.elsewhere.all')}
          </Link>
        )}
      </Row>
      <Text variant="cell" as="p" tone="ink2">
        {t('payments.elsewhere.lead')}
      </Text>
      <Block as="ul" mt={2}>
        {shown.map((one) => (
          <PaidPerson
            key={one.employee._id}
            one={one}
            periodKey={preview.period?.key}
            isIncluded={chosen?.has(one.employee._id) ?? true}
            disabled={disabled || chosen === null}
            onInclude={(on) => toggle(one.employee._id, on)}
          />
        ))}
      </Block>
      {rest > 0 && (
        <Link component="button" type="button" onClick={showAll}>
          {t('ui.showRest', { rest: format.count(rest) })}
        </Link>
      )}
      {unnamed > 0 && (
        <Text variant="cell" as="p" tone="ink2">
          {t('payments.elsewhere.more', { people: format.count(unnamed) })}
        </Text>
      )}
    </Block>
  )
}

/** Says in a sentence that a payment was made, or that a cancelled one can still confirm. */
function useSentence({ as, mayConfirm, ...one }: ElsewherePerson, periodKey: string | undefined) {
  const { t } = useTranslation()
  const words = useOccurrenceWords()
  const isFortnight = one.periodKey === periodKey && /-Q[12]$/.test(one.periodKey)
  const kind = mayConfirm ? 'mayConfirm' : isFortnight ? 'fortnight' : 'period'
  const values = { as: as ?? '', period: words.period(one.periodKey) }
  return t(as === null ? `payments.elsewhere.${kind}` : `payments.elsewhere.${kind}As`, values)
}

interface PaidPersonProps {
  one: ElsewherePerson
  periodKey: string | undefined
  isIncluded: boolean
  disabled: boolean
  onInclude: (on: boolean) => void
}

function PaidPerson({ one, periodKey, isIncluded, disabled, onInclude }: PaidPersonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const said = useSentence(one, periodKey)
  const { employee, payroll } = one
  return (
    <Block as="li" lineAbove py={2}>
      <Row gap={4} align="start" justify="between">
        <Block minWidth={0} flex={1}>
          <Text as="div" strong breakWords translate="no">
            {employee.name}
          </Text>
          <Text as="div" size={13.5} tone="ink2" breakWords>
            {`${said} · ${payroll.name}`}
          </Text>
        </Block>
        <Text as="span" strong noWrap>
          {format.usd(one.usd)}
        </Text>
      </Row>
      <CheckLine checked={isIncluded} disabled={disabled} onChange={onInclude} plain>
        {t('payments.elsewhere.pay', { name: employee.name })}
      </CheckLine>
    </Block>
  )
}
