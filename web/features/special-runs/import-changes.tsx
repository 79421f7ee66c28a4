import { useTranslation } from 'react-i18next'
import type { SpecialRun } from '#contract/special-runs.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import type { SheetFile } from '#domain/special-pay/sheet-csv.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { Link } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { UsdChange } from '#web/ui/usd-change.tsx'

interface ImportChangesProps {
  run: SpecialRun
  changes: SheetFile['changes']
}

const listedAtFirst = 20
const centsOf = (usd: number | null) => (usd === null ? 0n : (parseUsdNumber(usd) ?? 0n))

/** People whose amount the file changes, and the sum. */
export function ImportChanges({ run, changes }: ImportChangesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown, rest, showAll } = useTruncatedList(changes, listedAtFirst)
  const lines = new Map(run.lines.map((line) => [line.employee._id.toLowerCase(), line]))
  if (changes.length === 0) {
    return (
      <Row gap={2.5} role="status" strong>
        <Mark name="tick" tone="jade" />
        {t('payrolls.diff.unchanged')}
      </Row>
    )
  }
  const total = changes.reduce(
    (sum, { employeeId, usdCents }) =>
      sum + (usdCents ?? 0n) - centsOf(lines.get(employeeId)?.usd ?? null),
    centsOf(run.totalUsd),
  )
  return (
    <>
      <Row wrap justify="between" align="baseline" columnGap={4} role="status">
        <Text as="h3" variant="h3" size={15} m={0}>
          {t('specialRuns.import.changes', { count: changes.length })}
        </Text>
        <Text as="div" size={14}>
          <UsdChange from={run.totalUsd} to={usdNumber(total)} />
        </Text>
      </Row>
      <Block as="ul" mt={2}>
        {shown.map(({ employeeId, usdCents }) => {
          const line = lines.get(employeeId)
          const before = line?.usd ?? null
          return (
            <Row as="li" key={employeeId} wrap justify="between" columnGap={4} py={2.5} lineAbove>
              <Text as="span" strong breakWords>
                {line ? fullName(line.employee) : employeeId}
              </Text>
              {before !== null && usdCents !== null ? (
                <span style={{ marginLeft: 'auto' }}>
                  <UsdChange from={before} to={usdNumber(usdCents)} />
                </span>
              ) : (
                <Text as="span" tone="ink2" ml="auto">
                  {before === null ? t('specialRuns.none') : format.usd(before)}
                  {' → '}
                  <Text as="b" strong tone="ink">
                    {usdCents === null ? t('specialRuns.leftOut') : format.usd(usdNumber(usdCents))}
                  </Text>
                </Text>
              )}
            </Row>
          )
        })}
      </Block>
      {rest > 0 && (
        <Link component="button" type="button" onClick={showAll}>
          {t('ui.showRest', { rest: format.count(rest) })}
        </Link>
      )}
    </>
  )
}
