import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { ChangeLines, NameList } from './diff-changes.tsx'
import {
  AddressChanges,
  Count,
  DollarChanges,
  Name,
  SalaryChanges,
  Warnings,
} from './diff-sections.tsx'

/** The changes of the file, before anything is saved. */
export function DiffView({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const peopleAndSum = (people: number, usd: number) =>
    t('payrolls.diff.people', {
      count: people,
      people: format.count(people),
      usd: format.usd(usd),
    })
  return (
    <>
      <Counts diff={diff} />
      <AddressChanges diff={diff} title={t('payrolls.diff.addresses')} />
      <SalaryChanges diff={diff} title={t('payrolls.diff.salaries')} />
      <DollarChanges diff={diff} />
      {diff.removedPeople && (
        <NameList
          title={t('payrolls.diff.removed')}
          note={peopleAndSum(diff.removed, diff.removedUsd ?? 0)}
          items={diff.removedPeople}
          total={diff.removed}
        />
      )}
      {diff.addedPeople && (
        <ChangeLines
          title={t('payrolls.diff.added')}
          note={peopleAndSum(diff.added, diff.addedUsd ?? 0)}
          items={diff.addedPeople}
          total={diff.added}
        >
          {({ name, usd }) => (
            <Row wrap columnGap={4} align="stretch">
              <Name text={name} />
              <Text as="span" ml="auto" noWrap>
                {format.usd(usd)}
              </Text>
            </Row>
          )}
        </ChangeLines>
      )}
      <Warnings diff={diff} />
    </>
  )
}

function Counts({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const counts = [
    ['added', diff.added],
    ['removed', diff.removed],
    ['salaries', diff.salaryChangeCount],
    ['addresses', diff.addressChangeCount],
    ['unchanged', diff.unchanged],
  ] as const
  return (
    <Grid
      as="dl"
      columns={{ xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(5, auto)' }}
      justify={{ sm: 'between' }}
      gap={3}
      m={0}
      mt={4}
      py={3}
      lineAbove
      lineBelow
    >
      {counts.map(([name, count]) => (
        <Count key={name} label={t(`payrolls.diff.${name}`)} count={count} />
      ))}
    </Grid>
  )
}
