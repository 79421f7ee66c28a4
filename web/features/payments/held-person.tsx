import { useTranslation } from 'react-i18next'
import type { HeldAddress } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AccountBeforeAndNow, BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { ChangeOrigin, ContactBefore } from '#web/shared/changes/change-origin.tsx'
import { useAskRelease } from '#web/shared/changes/hold-api.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { HoldEnds } from './hold-ends.tsx'
import { btcAt } from './preview-people.ts'
import type { HeldState } from './use-held-choices.ts'

/** The held destinations of one person: the address, the account, or both. */
export type HeldRows = readonly [HeldAddress, ...HeldAddress[]]

const previousOf = ({ previousAddress, previousAccount }: HeldAddress) =>
  previousAddress ?? previousAccount

/** Each of the held destinations has one that was paid before. */
export const hasPrevious = (rows: HeldRows): boolean =>
  rows.every((row) => previousOf(row) !== null)

/** 'A la cuenta anterior': the choice of what was paid before, by what is held. */
export const previousOfRows = ([first, ...others]: HeldRows) =>
  others.length > 0 ? 'previousBoth' : first.kind === 'ACCOUNT' ? 'previousAccount' : 'previous'

interface HeldPersonProps {
  rows: HeldRows
  choices: HeldState
  usdRate: number
  disabled: boolean
  /** The end of the hold stands here where the title above does not say it. */
  endsHere: boolean
  /** A person in a list, whose row has the name and the amount. */
  inList?: boolean
}

/** The change of somebody's address or account, and the choice about the wages. */
export function HeldPersonChoice(props: HeldPersonProps) {
  const { rows, usdRate, endsHere, inList = false } = props
  const [first, ...others] = rows
  const { employee, usd } = first
  return (
    <div>
      <Row gap={4} align="start" justify="between">
        <Block minWidth={0} flex={1}>
          {!inList && (
            <Text as="div" strong breakWords>
              {employee.name}
            </Text>
          )}
          <ChangeOrigin {...first} />
        </Block>
        {!inList && <Amount usd={usd} btc={btcAt(usd, usdRate)} />}
      </Row>
      <Destination row={first} endsHere={endsHere} />
      {others.map((row) => (
        <Block key={row.kind} mt={3}>
          <ChangeOrigin {...row} />
          <Destination row={row} endsHere={endsHere} />
        </Block>
      ))}
      <Block mt={3}>
        <Choice {...props} />
      </Block>
    </div>
  )
}

function Destination({ row, endsHere }: { row: HeldAddress; endsHere: boolean }) {
  const { contact, previousAddress, cryptoAddress, previousAccount, account } = row
  return (
    <>
      {contact && <ContactBefore {...contact} addressAt={row.at} />}
      {endsHere && <HoldEnds until={row.until} />}
      {row.kind === 'ACCOUNT' ? (
        <AccountBeforeAndNow from={previousAccount} to={account} />
      ) : previousAddress ? (
        <BeforeAndNow from={previousAddress} to={cryptoAddress} />
      ) : (
        <AddressFull address={cryptoAddress} perLine={11} size={14} />
      )}
    </>
  )
}

type Way = 'previous' | 'leave' | 'release'

function Choice({ rows, choices, disabled }: HeldPersonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [held] = rows
  const ask = useAskRelease(held.employee._id)
  const { _id, name } = held.employee
  const isReleaseOpen = rows.some((row) => row.releaseAskedAt !== null) || ask.isPending
  const chosen = choices.choices[_id]
  const { previousPaidAt } = held
  const choose = (way: Way) => {
    if (way !== 'release') return choices.choose(_id, way)
    choices.unchoose(_id)
    if (!isReleaseOpen) ask.mutate(undefined, { onError: reportWrite })
  }
  const options: { value: Way; title: string; detail: string }[] = [
    { value: 'leave', title: t('payments.held.leave'), detail: t('payments.held.leaveDetail') },
    {
      value: 'release',
      title: t('payments.held.release'),
      detail: isReleaseOpen ? t('changes.hold.asked') : t('payments.held.releaseDetail'),
    },
  ]
  if (hasPrevious(rows)) {
    options.unshift({
      value: 'previous',
      title: t(`payments.held.${previousOfRows(rows)}`),
      detail: previousPaidAt
        ? t('payments.held.previousOf', { date: format.monthDay(previousPaidAt) })
        : t('payments.held.previousLast'),
    })
  }
  return (
    <RadioRows
      label={t('payments.held.label', { name })}
      value={chosen ?? (isReleaseOpen ? 'release' : '')}
      onChange={choose}
      options={options}
      disabled={disabled}
      inLine
      dense
    />
  )
}
