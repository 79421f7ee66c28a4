import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldAddress } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { Link, Pressable } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { OpenArrow } from '#web/ui/open-arrow.tsx'
import { Text } from '#web/ui/text.tsx'
import { HeldPersonChoice, type HeldRows, hasPrevious, previousOfRows } from './held-person.tsx'
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

/** People whose new address or account waits, each with a choice for this payment. */
export function HeldPeople(props: HeldPeopleProps) {
  const { held, choices, disabled } = props
  const { t } = useTranslation()
  const people = peopleOf(held)
  const [only, ...others] = people
  const isList = people.length > wholeAtMost
  const payable = people.filter(hasPrevious).flat()
  const single = only?.length === 1 && others.length === 0 ? only[0] : undefined
  return (
    <Block as="section" py={4} lineAbove>
      <Row wrap columnGap={4} rowGap={1} justify="between">
        <Text variant="h3" size={15}>
          {useTitle(held)}
        </Text>
        {single && <HoldEnds until={single.until} />}
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
        people.map((rows, index) => (
          <Block
            key={rows[0].employee._id}
            mt={index > 0 ? 5 : 2}
            pt={index > 0 ? 3 : 0}
            lineAbove={index > 0}
          >
            <HeldPersonChoice {...props} rows={rows} endsHere={single === undefined} />
          </Block>
        ))
      )}
    </Block>
  )
}

/** 'Direcciones en espera', 'Cuentas en espera', or both. */
function useTitle(held: readonly HeldAddress[]) {
  const { t } = useTranslation()
  const accounts = held.filter(({ kind }) => kind === 'ACCOUNT').length
  if (accounts === 0) return t('payments.held.title', { count: held.length })
  return accounts === held.length
    ? t('payments.held.accounts', { count: accounts })
    : t('payments.held.both')
}

/** The rows of each person: of the address, of the account, or of both. */
const peopleOf = (held: readonly HeldAddress[]): HeldRows[] =>
  [...Map.groupBy(held, ({ employee }) => employee._id).values()].flatMap(([first, ...rest]) =>
    first ? [[first, ...rest]] : [],
  )

function HeldList(props: HeldPeopleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown, rest, showAll } = useTruncatedList(peopleOf(props.held), listedAtFirst)
  return (
    <>
      <Block as="ul" mt={2}>
        {shown.map((rows) => (
          <HeldRow key={rows[0].employee._id} {...props} rows={rows} />
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

function HeldRow({ rows, ...props }: HeldPeopleProps & { rows: HeldRows }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const [one] = rows
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
            ? t(`payments.held.${chosen === 'leave' ? chosen : previousOfRows(rows)}`)
            : t(one.releaseAskedAt ? 'changes.hold.asked' : 'payments.held.open')}
        </Text>
        <Text as="span" strong noWrap>
          {format.usd(one.usd)}
        </Text>
        <OpenArrow open={open} tone="ink2" />
      </Pressable>
      <Block id={id} pb={open ? 4 : 0}>
        {open && <HeldPersonChoice {...props} rows={rows} endsHere inList />}
      </Block>
    </Block>
  )
}
