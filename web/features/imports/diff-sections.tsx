import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import type { StyleTokens, TokenProps } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'
import { PercentChange, UsdChange } from '#web/ui/usd-change.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useAsksForCode } from './api.ts'
import { ChangeLines } from './diff-changes.tsx'

interface SectionProps {
  diff: ListDiff
  title: string
}

interface CountProps extends TokenProps<Pick<StyleTokens, 'justify' | 'pl' | 'pr' | 'lineLeft'>> {
  label: string
  count: number
}

/** A term with its figure above. */
export function Count({ label, count, ...place }: CountProps) {
  const format = useFormat()
  return (
    <Stack reversed {...place}>
      <Text variant="secondary" as="dt" tone="ink2">
        {label}
      </Text>
      <Text variant="count" as="dd" m={0} size={27}>
        {format.count(count)}
      </Text>
    </Stack>
  )
}

/** Addresses to which money will go from now on. */
export function AddressChanges({ diff, title }: SectionProps) {
  const { t } = useTranslation()
  const asksForCode = useAsksForCode(diff.addressChangeCount > 0)
  return (
    <ChangeLines
      title={title}
      note={asksForCode && t('payrolls.diff.code')}
      items={diff.addressChanges}
      total={diff.addressChangeCount}
    >
      {({ name, from, to }) => (
        <>
          <Name text={name} />
          <BeforeAndNow from={from} to={to} />
        </>
      )}
    </ChangeLines>
  )
}

export function SalaryChanges({ diff, title, note }: SectionProps & { note?: string | undefined }) {
  return (
    <ChangeLines
      title={title}
      note={note}
      items={diff.salaryChanges}
      total={diff.salaryChangeCount}
    >
      {({ name, from, to }) => (
        <Row wrap columnGap={4} align="stretch">
          <Name text={name} />
          <Row ml="auto" wrap justify="end" align="stretch">
            <UsdChange from={from} to={to} />
            <PercentChange from={from} to={to} />
          </Row>
        </Row>
      )}
    </ChangeLines>
  )
}

/** How much of a salary is paid in bitcoin, and where the dollars go. */
export function DollarChanges({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  return (
    <>
      <ChangeLines
        title={t('payrolls.diff.dollars.shares')}
        items={diff.shareChanges ?? []}
        total={diff.shareChangeCount ?? 0}
      >
        {({ name, from, to }) => (
          <Row wrap columnGap={4} align="stretch">
            <Name text={name} />
            <Text as="span" ml="auto" tone="ink2" relative>
              <VisuallyHidden>{t('ui.before')}</VisuallyHidden> {from} % <span aria-hidden>→</span>
              <VisuallyHidden>{t('ui.now')}</VisuallyHidden>{' '}
              <Text as="b" strong tone="ink" noWrap>
                {to} %
              </Text>
            </Text>
          </Row>
        )}
      </ChangeLines>
      <ChangeLines
        title={t('payrolls.diff.dollars.banks')}
        items={diff.bankChanges ?? []}
        total={diff.bankChangeCount ?? 0}
      >
        {({ name, bank, to }) => (
          <Row wrap columnGap={4} align="stretch">
            <Name text={name} />
            <Text as="span" ml="auto" tone="ink2">
              {[bank, to && `…${to}`].filter(Boolean).join(' · ') || '—'}
            </Text>
          </Row>
        )}
      </ChangeLines>
    </>
  )
}

/** Never in the way of saving. */
export function Warnings({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ChangeLines
      title={t('payrolls.diff.warnings')}
      items={diff.warnings}
      total={diff.warningCount}
    >
      {({ row, column, message }) => (
        <Row gap={2} align="stretch">
          <Mark name="warning" mt="3px" tone="amber" />
          <span>
            <Text as="span" tone="ink2">
              {t('payrolls.diff.at', { row: format.count(row), column })}
            </Text>{' '}
            {message}
          </span>
        </Row>
      )}
    </ChangeLines>
  )
}

export function Name({ text }: { text: string }) {
  return (
    <Text as="div" strong breakWords>
      {text}
    </Text>
  )
}
