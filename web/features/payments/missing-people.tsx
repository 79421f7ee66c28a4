import RadioGroup from '@mui/material/RadioGroup'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { paymentQuery } from '#web/shared/payments/payment.ts'
import { Amount } from '#web/ui/amount.tsx'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Floated } from '#web/ui/floated.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { RingRadio } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import { MissingNames } from './missing-names.tsx'

interface MissingPeopleProps {
  payrollId: string
  /** The preview of everybody. */
  whole: PaymentPreview
  /** The preview of the people whom the last run lacked. */
  part: PaymentPreview
  at: string
  wantsAll: boolean
  onChoose: (all: boolean) => void
  canRepeat: boolean
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  disabled: boolean
}

/** Paid less than 72 hours ago without somebody: the missing people alone, or everybody once more. */
export function MissingPeople(props: MissingPeopleProps) {
  const { payrollId, whole, part, wantsAll, onChoose, canRepeat, repeat, onRepeat, disabled } =
    props
  const { t } = useTranslation()
  const format = useFormat()
  const { count } = whole.unpaidPeople
  const paid = whole.employees - count
  const { ids } = whole.unpaidPeople
  return (
    <>
      <PaidLine {...props} />
      <Block mt={4}>
        <RadioGroup
          aria-label={t('payments.missing.label')}
          value={wantsAll ? 'all' : 'only'}
          onChange={(_event, value) => onChoose(value === 'all')}
        >
          <Choice
            value="only"
            disabled={disabled}
            title={t('payments.missing.only', { count, people: format.count(count) })}
            amount={{ usd: part.totalUsd, btc: part.totalBtc }}
          >
            <MissingNames payrollId={payrollId} ids={ids} preview={part} />
            {/* Left out of this run, and paid by one shortly before it. */}
            {part.problems.some(({ code }) => code === 'ALREADY_PAID') && (
              <CheckLine
                plain
                checked={repeat && !wantsAll}
                disabled={disabled || wantsAll || !canRepeat}
                onChange={onRepeat}
              >
                {t('payments.missing.again', { count })}
              </CheckLine>
            )}
          </Choice>
          <Choice
            value="all"
            disabled={disabled}
            title={t('payments.missing.all', { people: format.count(whole.employees) })}
            amount={{ usd: whole.totalUsd }}
          >
            <Text variant="secondary" tone="ink2">
              {t('payments.missing.twice', { count: paid, people: format.count(paid) })}
            </Text>
            <CheckLine
              plain
              checked={repeat && wantsAll}
              disabled={disabled || !wantsAll || !canRepeat}
              onChange={onRepeat}
            >
              {t('payments.paidBefore.repeat')}
            </CheckLine>
          </Choice>
        </RadioGroup>
      </Block>
    </>
  )
}

/** The people of a payment that was made are its lines; those of the payroll may be others by now. */
function PaidLine({ whole, at }: MissingPeopleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const isToday = format.date(at) === format.date(new Date(now))
  const id = whole.lastPaid?._id
  const { data } = useQuery({ ...paymentQuery(id ?? ''), enabled: id !== undefined })
  return (
    <Row as="p" mt={1} gap={2} wrap size={14}>
      <Row as="span" inline gap={2} tone="jade" strong>
        <Mark name="tick" />
        {isToday
          ? t('payments.missing.paidToday', { time: format.time(at) })
          : t('payments.missing.paidOn', { date: format.dateTime(at) })}
      </Row>
      <Text as="span" tone="ink2">
        {data &&
          t('payments.missing.of', {
            paid: format.count(data.paidLines),
            people: format.count(data.paidLines + whole.unpaidPeople.count),
            age: format.age(at, now),
          })}
      </Text>
    </Row>
  )
}

interface ChoiceProps {
  value: string
  title: string
  amount: Partial<Money> & { usd: number }
  disabled: boolean
  children: ReactNode
}

function Choice({ value, title, amount, disabled, children }: ChoiceProps) {
  const id = useId()
  return (
    <Row align="stretch" lineAbove gap={3.5} py={4}>
      <RingRadio id={id} value={value} disabled={disabled} />
      <Block flex={1} minWidth={0}>
        {/* The amount stands beside all that is said of it, not only beside the title. */}
        <Floated>
          <Amount usd={amount.usd} btc={amount.btc} unit />
        </Floated>
        <Text as="label" htmlFor={id} pointer strong>
          {title}
        </Text>
        {children}
      </Block>
    </Row>
  )
}
