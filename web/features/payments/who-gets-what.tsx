import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Pressable } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { OpenArrow } from '#web/ui/open-arrow.tsx'
import { Text } from '#web/ui/text.tsx'
import { PeopleList } from './people-list.tsx'

interface WhoGetsWhatProps {
  payrollId: string
  preview: PaymentPreview
  only: readonly string[] | null
  /** People who share an address and of whom nobody has said that it is right. */
  unaccepted: ReadonlySet<string>
  /** People who are left out of this payment. */
  left: readonly string[]
  /** Addresses at which held people are paid, by their ids. */
  paidAt: Readonly<Record<string, string>>
  /** Two lines for each person. */
  narrow: boolean
}

/** 'Quién recibe cuánto', folded: open where two people would be paid at one address. */
export function WhoGetsWhat(props: WhoGetsWhatProps) {
  const { preview, unaccepted } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setOpen] = useState<boolean | null>(null)
  const open = chosen ?? unaccepted.size > 0
  const id = useId()
  return (
    <Block lineAbove>
      <Pressable
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={id}
        width="100%"
        minHeight={48}
        justify="between"
        gap={4}
        size={15}
        textAlign="left"
      >
        <Text as="span" strong>
          {t('payments.who.title')}
        </Text>
        <Text as="span" size={13.5} tone="ink2" noWrap>
          {t('payments.peopleCount', {
            count: preview.employees,
            people: format.count(preview.employees),
          })}
          <OpenArrow open={open} ml={2} />
        </Text>
      </Pressable>
      <div id={id}>{open && <PeopleList {...props} />}</div>
    </Block>
  )
}
