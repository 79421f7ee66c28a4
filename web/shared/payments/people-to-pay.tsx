import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPeople } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PanelHead } from '#web/ui/panel.tsx'
import { AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'

/** The price of its hour decides how much bitcoin a prepared payday pays. */
export type PersonToPay = Omit<PaymentPeople['lines'][number], 'btc'> & { btc?: string }

export type TotalsToPay = Omit<PaymentPeople['totals'], 'btc'> & { btc?: string }

type Line = PersonToPay & { isSum?: true }

/** People on a page. */
export const peopleOnPage = 10

interface PeopleToPayProps {
  /** The people of the page; undefined while not known. */
  lines: readonly PersonToPay[] | undefined
  /** The sums of all pages. */
  totals: TotalsToPay | undefined
  page: number
  onPage: (page: number) => void
  /** A remark about a person beside the name. */
  tagOf?: ((employeeId: string) => ReactNode) | undefined
}

/** Everybody who is paid, and where each part goes: what an approval is about. */
export function PeopleToPay({ lines, totals, page, onPage, tagOf }: PeopleToPayProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('transactions.detail.recipients')
  const people = totals?.people ?? 0
  return (
    <DataTable<Line>
      label={title}
      columns={useColumns(tagOf)}
      rows={lines}
      rowKey={({ employee }) => employee._id}
      rowHeight={54}
      sum={totals && sumOf(t('payDollars.total'), totals)}
      head={
        <PanelHead
          title={title}
          aside={totals && t('calendar.people', { count: people, people: format.count(people) })}
        />
      }
      expected={4}
      empty={<EmptyState title={t('transactions.detail.nobody')} />}
      pager={
        people > peopleOnPage && (
          <Pager page={page} pageSize={peopleOnPage} total={people} onPage={onPage} />
        )
      }
    />
  )
}

const sumOf = (name: string, totals: TotalsToPay): Line => ({
  ...totals,
  employee: { _id: '', name },
  cryptoAddress: '',
  bank: '',
  accountEnd: '',
  isSum: true,
})

function useColumns(tagOf: PeopleToPayProps['tagOf']): Column<Line>[] {
  const { t } = useTranslation()
  const name = ({ employee }: Line) => (
    <Row wrap columnGap={2}>
      <span translate="no">{employee.name}</span>
      {tagOf?.(employee._id)}
    </Row>
  )
  return [
    {
      key: 'name',
      head: t('transactions.detail.column.name'),
      width: 236,
      // Never cut: who is paid is what an approval is about.
      wraps: true,
      cell: (line) => (
        <Text as="div" py={2} leading={20}>
          {name(line)}
        </Text>
      ),
      onCard: { title: name },
      skeleton: 160,
      look: 'name',
    },
    {
      key: 'destination',
      head: t('payDollars.destination'),
      width: 204,
      wraps: true,
      cell: (line) => (
        <Block py={2}>
          <Destination line={line} />
        </Block>
      ),
      onCard: { line: (line) => <Destination line={line} /> },
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'bitcoin',
      head: t('payDollars.bitcoin'),
      width: 140,
      align: 'right',
      cell: ({ bitcoinUsd, btc }) =>
        bitcoinUsd > 0 ? <Amount usd={bitcoinUsd} btc={btc} /> : <Nothing />,
      onCard: {
        aside: ({ bitcoinUsd, btc }) => bitcoinUsd > 0 && <Amount usd={bitcoinUsd} btc={btc} />,
      },
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'dollars',
      head: t('payDollars.toBank'),
      width: 108,
      align: 'right',
      cell: ({ dollarsUsd }) => (dollarsUsd > 0 ? <Amount usd={dollarsUsd} /> : <Nothing />),
      onCard: {
        aside: ({ dollarsUsd }) =>
          dollarsUsd > 0 && (
            <>
              <Amount usd={dollarsUsd} />
              <Text as="div" size={12.5} leading={18} tone="ink2" textAlign="right">
                {t('payDollars.toBank')}
              </Text>
            </>
          ),
      },
      skeleton: 76,
      look: 'plain',
    },
  ]
}

const Nothing = () => (
  <Text as="span" tone="ink2">
    —
  </Text>
)

/** The address, and the bank with the end of the account, each where something goes there. */
function Destination({ line }: { line: Line }) {
  const { t } = useTranslation()
  const { employee, cryptoAddress, dollarsUsd, bank, accountEnd, isSum } = line
  if (isSum) return null
  return (
    <>
      {cryptoAddress !== '' && (
        <Row gap={{ md: 1 }} noWrap>
          <Text as="span" tone="ink">
            <AddressShort address={cryptoAddress} wide />
          </Text>
          <CopyButton
            value={cryptoAddress}
            label={t('transactions.copyAddress', { name: employee.name })}
          />
        </Row>
      )}
      {dollarsUsd > 0 && (
        <Text as="div" leading={20} tone={accountEnd === '' ? 'amber' : 'ink'} breakWords>
          {[bank, accountEnd === '' ? t('dollarList.noAccount') : `····${accountEnd}`]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
    </>
  )
}
