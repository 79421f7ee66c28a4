import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { ChangeLines } from './diff-changes.tsx'
import {
  AddressChanges,
  Count,
  DollarChanges,
  Name,
  SalaryChanges,
  Warnings,
} from './diff-sections.tsx'

/** The people who come, change, or stay, before anything is saved. */
export function PeopleDiff({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = (count: number) =>
    t('employees.import.people', { count, people: format.count(count) })
  const restText = (rest: string) => t('employees.import.showRest', { rest })
  return (
    <>
      <Counts diff={diff} />
      <AddressChanges diff={diff} title={t('employees.import.addresses')} />
      <SalaryChanges
        diff={diff}
        title={t('employees.import.salaries')}
        note={people(diff.salaryChangeCount)}
      />
      <DollarChanges diff={diff} />
      <ChangeLines
        title={t('employees.import.others')}
        note={people(diff.otherChangeCount ?? 0)}
        items={diff.otherChanges ?? []}
        total={diff.otherChangeCount ?? 0}
        restText={restText}
      >
        {({ name, fields }) => (
          <Row wrap columnGap={4} align="stretch">
            <Name text={name} />
            <Text as="span" ml="auto" tone="ink2">
              {fields.map((field) => t(`employees.import.field.${field}`)).join(', ')}
            </Text>
          </Row>
        )}
      </ChangeLines>
      <ChangeLines
        title={t('employees.import.added')}
        note={t('payrolls.diff.people', {
          count: diff.added,
          people: format.count(diff.added),
          usd: format.usd(diff.addedUsd ?? 0),
        })}
        items={diff.addedPeople ?? []}
        total={diff.added}
        restText={restText}
      >
        {({ name, usd, cryptoAddress }) => (
          <Row wrap columnGap={4} align="baseline">
            <Name text={name} />
            <Row ml="auto" columnGap={6} align="baseline" justify="end">
              {cryptoAddress && <AddressShort address={cryptoAddress} />}
              <Text as="span" strong noWrap minWidth={76} textAlign="right">
                {format.usd(usd)}
              </Text>
            </Row>
          </Row>
        )}
      </ChangeLines>
      <Warnings diff={diff} />
    </>
  )
}

function Counts({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const counts = [
    ['added', diff.added],
    ['changed', diff.changed],
    ['unchanged', diff.unchanged],
    ['notInFile', diff.notInFile ?? 0],
  ] as const
  return (
    <Grid
      as="dl"
      columns={{ xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' }}
      rowGap={3}
      m={0}
      mt={4}
      py={3}
      lineAbove
      lineBelow
    >
      {counts.map(([name, count], index) => (
        <Count
          key={name}
          label={t(`employees.import.${name}`)}
          count={count}
          justify="end"
          pr={2}
          {...(index > 0 && {
            pl: { xs: index % 2 === 1 ? 4 : 0, sm: 4.5 },
            lineLeft: { xs: index % 2 === 1, sm: true },
          })}
        />
      ))}
    </Grid>
  )
}
