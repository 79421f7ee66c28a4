import ButtonBase from '@mui/material/ButtonBase'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ExpandMoreIcon } from '#web/ui/icons/expand-more.tsx'
import { Block } from '#web/ui/layout.tsx'
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
  /** Where held people are paid, by their ids. */
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
      <ButtonBase
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={id}
        sx={{
          width: '100%',
          minHeight: 48,
          justifyContent: 'space-between',
          gap: 4,
          fontFamily: 'inherit',
          fontSize: '0.9375rem',
          textAlign: 'left',
        }}
      >
        <Text as="span" strong>
          {t('payments.who.title')}
        </Text>
        <Text as="span" size={13.5} tone="ink2" noWrap>
          {t('payments.peopleCount', {
            count: preview.employees,
            people: format.count(preview.employees),
          })}
          <ExpandMoreIcon
            sx={{
              ml: 2,
              fontSize: 20,
              verticalAlign: 'middle',
              transform: open ? 'rotate(180deg)' : 'none',
            }}
          />
        </Text>
      </ButtonBase>
      <div id={id}>{open && <PeopleList {...props} />}</div>
    </Block>
  )
}
