import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DollarLine } from '#contract/dollar-lines.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Amount } from '#web/ui/amount.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { Link } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'

/** Undefined where the person may not, and while nothing is to be paid. */
type OnMark = ((line: DollarLine) => void) | undefined

interface DollarTableProps {
  head: ReactNode
  /** Undefined while loading. */
  lines: readonly DollarLine[] | undefined
  onMark: OnMark
  pager: ReactNode
}

export function DollarTable({ head, lines, onMark, pager }: DollarTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('dollarList.title')}
      columns={useColumns(onMark)}
      rows={lines}
      rowKey={({ _id }) => _id}
      rowHeight={58}
      head={head}
      empty={<EmptyState title={t('dollarList.empty')} />}
      pager={pager}
    />
  )
}

function useColumns(onMark: OnMark): Column<DollarLine>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`dollarList.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 240,
      cell: ({ name }) => <ClampedText text={name} lineHeight={1.35} />,
      onCard: { title: ({ name }) => name },
      skeleton: 168,
      look: 'name',
    },
    {
      key: 'identification',
      head: head('identification'),
      width: 120,
      cell: ({ identification }) => identification,
      onCard: 'fact',
      skeleton: 82,
    },
    {
      key: 'bank',
      head: head('bank'),
      width: 160,
      cell: ({ bank }) => bank && <span title={bank}>{bank}</span>,
      onCard: 'fact',
      skeleton: 100,
    },
    {
      key: 'account',
      head: head('account'),
      width: 190,
      cell: (line) => <Account line={line} />,
      onCard: 'foot',
      skeleton: 120,
      look: 'plain',
    },
    {
      key: 'usd',
      head: head('usd'),
      width: 124,
      align: 'right',
      cell: ({ usd }) => <Amount usd={usd} />,
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'paid',
      head: head('paid'),
      width: 230,
      apart: true,
      cell: (line) => (
        <Row gap={3} justify="between">
          <Paid line={line} />
          {onMark && <MarkLink line={line} onMark={onMark} />}
        </Row>
      ),
      onCard: {
        foot: (line) => <Paid line={line} />,
        ...(onMark && { actions: (line) => <MarkLink line={line} onMark={onMark} /> }),
      },
      skeleton: 120,
      look: 'plain',
    },
  ]
}

function Account({ line: { name, bankAccount } }: { line: DollarLine }) {
  const { t } = useTranslation()
  if (bankAccount === '') return <Text tone="amber">{t('dollarList.noAccount')}</Text>
  return (
    <Row as="span" inline gap={1} tone="ink">
      {bankAccount}
      <CopyButton value={bankAccount} label={t('dollarList.copyAccount', { name })} />
    </Row>
  )
}

function Paid({ line: { sent, paidAt, reference } }: { line: DollarLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (paidAt === null) {
    return <Text tone="ink2">{t(sent ? 'dollarList.sent' : 'dollarList.open')}</Text>
  }
  return (
    <Block minWidth={0}>
      <Row gap={2} tone="jade" strong noWrap>
        <Mark name="tick" size={15} />
        {t('dollarList.paidOn', { date: format.day(paidAt) })}
      </Row>
      {reference !== '' && (
        <Text as="div" size={12.5} leading={18} tone="ink2" truncate title={reference}>
          {reference}
        </Text>
      )}
    </Block>
  )
}

function MarkLink({ line, onMark }: { line: DollarLine; onMark: NonNullable<OnMark> }) {
  const { t } = useTranslation()
  const { name, paid } = line
  return (
    <Link
      component="button"
      type="button"
      onClick={() => onMark(line)}
      aria-label={t(paid ? 'dollarList.editOf' : 'dollarList.markOf', { name })}
      flex="none"
      minHeight={{ xs: 44, md: 24 }}
      strong
      noWrap
    >
      {t(paid ? 'dollarList.edit' : 'dollarList.mark')}
    </Link>
  )
}
