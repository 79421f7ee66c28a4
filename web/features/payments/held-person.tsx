import { useTranslation } from 'react-i18next'
import type { HeldAddress } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
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

interface HeldPersonProps {
  held: HeldAddress
  choices: HeldState
  usdRate: number
  disabled: boolean
  /** The end of the hold stands here where the title above does not say it. */
  endsHere: boolean
  /** A person in a list, whose row has the name and the amount. */
  inList?: boolean
}

/** The change of somebody's address, and the choice about the wages. */
export function HeldPersonChoice(props: HeldPersonProps) {
  const { held, usdRate, endsHere, inList = false } = props
  const { employee, usd, contact, previousAddress, cryptoAddress } = held
  return (
    <div>
      <Row gap={4} align="start" justify="between">
        <Block minWidth={0} flex={1}>
          {!inList && (
            <Text as="div" strong breakWords>
              {employee.name}
            </Text>
          )}
          <ChangeOrigin {...held} />
        </Block>
        {!inList && <Amount usd={usd} btc={btcAt(usd, usdRate)} />}
      </Row>
      {contact && <ContactBefore {...contact} addressAt={held.at} />}
      {endsHere && <HoldEnds until={held.until} />}
      {previousAddress ? (
        <BeforeAndNow from={previousAddress} to={cryptoAddress} />
      ) : (
        <AddressFull address={cryptoAddress} perLine={11} size={14} />
      )}
      <Block mt={3}>
        <Choice {...props} />
      </Block>
    </div>
  )
}

type Way = 'previous' | 'leave' | 'release'

function Choice({ held, choices, disabled }: HeldPersonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const ask = useAskRelease(held.employee._id)
  const { _id, name } = held.employee
  const isReleaseOpen = held.releaseAskedAt !== null || ask.isPending
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
  if (held.previousAddress) {
    options.unshift({
      value: 'previous',
      title: t('payments.held.previous'),
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
