import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import type { SpecialRun, SpecialRunLine } from '#contract/special-runs.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { CheckRow } from '#web/ui/check-line.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { Text } from '#web/ui/text.tsx'
import { UsdChange } from '#web/ui/usd-change.tsx'
import type { SheetAmount, useAmounts } from './use-amounts.ts'

type ByFormerDay = NonNullable<SpecialRunLine['byFormerDay']>
type Higher = { amount: SheetAmount; former: ByFormerDay; isTaken: boolean }

const listedAtFirst = 5
/** No smaller amount can be set by hand. */
const leastUsd = 1

function higherOf(amount: SheetAmount): Higher[] {
  const former = amount.line.byFormerDay
  if (former === null || former.usd < leastUsd) return []
  return [{ amount, former, isTaken: amount.usd !== null && amount.usd >= former.usd }]
}

interface HigherAmountsProps {
  rule: SpecialRun['rule']
  sums: ReturnType<typeof useAmounts>
  /** Whether the amounts can be taken; else the people are only named. */
  mayChange: boolean
}

/** The people who would get more by the law's former reference day, each with the higher amount. */
export function HigherAmounts({ rule, sums, mayChange }: HigherAmountsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = sums.amounts.flatMap(higherOf)
  const { shown, rest, showAll } = useTruncatedList(people, listedAtFirst)
  const [first] = people
  if (!first || !rule) return null
  const dayOf = (day: string) => format.monthDay(`${day}T12:00:00Z`)
  const slots = { count: people.length, people: format.count(people.length) }
  const take = (some: readonly Higher[], isOn: boolean) =>
    sums.typeAll(
      some.map(({ amount: { line }, former }) => ({
        id: line.employee._id,
        usd: isOn ? former.usd : line.computedUsd,
      })),
    )
  return (
    <Block px={{ xs: 4.5, md: 7 }} py={5} lineBelow>
      <Block maxWidth={760}>
        <Text as="h2" variant="h3" size={16} m={0}>
          {t('specialRuns.higher.title', { ...slots, former: dayOf(first.former.referenceDay) })}
        </Text>
        <Text tone="ink2" size={14} mt={1} mb={2}>
          {t('specialRuns.higher.text', { day: dayOf(rule.referenceDay) })}
        </Text>
        {mayChange && people.length > 1 && <TakeAll people={people} onTake={take} />}
        <Block as="ul">
          {shown.map((one) => (
            <Block as="li" key={one.amount.line.employee._id} lineAbove>
              {mayChange ? (
                <CheckRow look="row">
                  <Checkbox checked={one.isTaken} onChange={(_event, isOn) => take([one], isOn)} />
                  <Person {...one} />
                </CheckRow>
              ) : (
                <Person {...one} />
              )}
            </Block>
          ))}
        </Block>
        {rest > 0 && (
          <Link component="button" type="button" onClick={showAll}>
            {t('ui.showRest', { rest: format.count(rest) })}
          </Link>
        )}
      </Block>
    </Block>
  )
}

interface TakeAllProps {
  people: readonly Higher[]
  onTake: (some: readonly Higher[], isOn: boolean) => void
}

/** One checkbox for all, with what it adds to the sheet. */
function TakeAll({ people, onTake }: TakeAllProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const taken = people.filter(({ isTaken }) => isTaken).length
  const isAll = taken === people.length
  const centsOf = (usd: number | null) => parseUsdNumber(usd ?? 0) ?? 0n
  const added = people.reduce(
    (sum, { amount: { line }, former }) => sum + centsOf(former.usd) - centsOf(line.computedUsd),
    0n,
  )
  return (
    <CheckRow look="row">
      <Checkbox
        checked={isAll}
        indeterminate={taken > 0 && !isAll}
        onChange={() => onTake(people, !isAll)}
      />
      <Text as="span" flex={1}>
        {t('specialRuns.higher.all', { people: format.count(people.length) })}
      </Text>
      <Text as="span" tone="ink2">
        {format.usdChange(usdNumber(added))}
      </Text>
    </CheckRow>
  )
}

function Person({ amount: { line }, former }: Higher) {
  const { t } = useTranslation()
  const format = useFormat()
  const detail = former.formulaDetail === '' ? '' : ` · ${former.formulaDetail}`
  return (
    <Row wrap justify="between" columnGap={4} flex={1} minWidth={0} py={2}>
      <Block minWidth={0}>
        <Text as="div" strong breakWords>
          <PersonName of={line.employee} />
        </Text>
        <Text as="div" size={13.5} tone="ink2">
          {former.formula}
          {detail}
        </Text>
      </Block>
      {line.computedUsd === null ? (
        <Text as="span" tone="ink2" ml="auto">
          {t('specialRuns.none')}
          {' → '}
          <Text as="b" strong tone="ink">
            {format.usd(former.usd)}
          </Text>
        </Text>
      ) : (
        <Block as="span" ml="auto">
          <UsdChange from={line.computedUsd} to={former.usd} />
        </Block>
      )}
    </Row>
  )
}
