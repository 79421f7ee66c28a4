import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldAddress } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { Link, Pressable } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { OpenArrow } from '#web/ui/open-arrow.tsx'
import { Text } from '#web/ui/text.tsx'
import { HeldPersonChoice } from './held-person.tsx'
import { HoldEnds } from './hold-ends.tsx'
import type { HeldState } from './use-held-choices.ts'

interface HeldPeopleProps {
  held: readonly HeldAddress[]
  choices: HeldState
  usdRate: number
  disabled: boolean
}

/** More held people than this are a list, each opened by itself. */
const wholeAtMost = 3
const listedAtFirst = 20

/** People whose new address waits, each with a choice for this payment. */
export function HeldPeople(props: HeldPeopleProps) {
  const { held, choices, disabled } = props
  const { t } = useTranslation()
  const [only] = held
  const isList = held.length > wholeAtMost
  const payable = held.filter(({ previousAddress }) => previousAddress !== null)
  return (
    <Block as="section" py={4} lineAbove>
      <Row wrap columnGap={4} rowGap={1} justify="between">
        <Text variant="h3" size={15}>
          {t('payments.held.title', { count: held.length })}
        </Text>
        {held.length === 1 && only && <HoldEnds until={only.until} />}
        {isList && payable.length > 0 && (
          <Link
            component="button"
            type="button"
            disabled={disabled}
            onClick={() => choices.choosePrevious(payable)}
          >
            {t('payments.held.allPrevious')}
          </Link>
        )}
      </Row>
      {isList ? (
        <HeldList {...props} />
      ) : (
        held.map((one, index) => (
          <Block
            key={one.employee._id}
            mt={index > 0 ? 5 : 2}
            pt={index > 0 ? 3 : 0}
            lineAbove={index > 0}
          >
            <HeldPersonChoice {...props} held={one} endsHere={held.length > 1} />
          </Block>
        ))
      )}
    </Block>
  )
}

function HeldList(props: HeldPeopleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown, rest, showAll } = useTruncatedList(props.held, listedAtFirst)
  return (
    <>
      <Block as="ul" mt={2}>
        {shown.map((one) => (
          <HeldRow key={one.employee._id} {...props} one={one} />
        ))}
      </Block>
      {rest > 0 && (
        <Link component="button" type="button" onClick={showAll}>
          {t('ui.showRest', { rest: format.count(rest) })}
        </Link>
      )}
    </>
  )
}

function HeldRow({ one, ...props }: HeldPeopleProps & { one: HeldAddress }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { _id, name } = one.employee
  const chosen = props.choices.choices[_id]
  return (
    <Block as="li" lineAbove>
      <Pressable
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={id}
        width="100%"
        minHeight={48}
        gap={3}
        textAlign="left"
        size={14.5}
      >
        <Text as="span" strong flex={1} minWidth={0} breakWords translate="no">
          {name}
        </Text>
        <Text as="span" size={13.5} tone={chosen ? 'ink2' : 'amber'} textAlign="right">
          {chosen
            ? t(`payments.held.${chosen}`)
            : t(one.releaseAskedAt ? 'changes.hold.asked' : 'payments.held.open')}
        </Text>
        <Text as="span" strong noWrap>
          {format.usd(one.usd)}
        </Text>
        <OpenArrow open={open} tone="ink2" />
      </Pressable>
      <Block id={id} pb={open ? 4 : 0}>
        {open && <HeldPersonChoice {...props} held={one} endsHere inList />}
      </Block>
    </Block>
  )
}
