import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useConfig } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CallMadeIcon } from '#web/ui/icons/call-made.tsx'
import { InfoIcon } from '#web/ui/icons/info.tsx'
import { ScienceIcon } from '#web/ui/icons/science.tsx'
import { Block, Grid, Row, Stack } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { BalanceColumn } from './balance-column.tsx'
import { FundingColumn, toAskFor } from './funding-column.tsx'
import type { PayrollMoney } from './payroll-money.ts'

interface MoneyPanelProps {
  payroll: Payroll
  money: PayrollMoney
  /** The question of the page and its answer, where no panel above has them. */
  head: ReactNode
  /** Undefined where the person may not. */
  onWithdraw: (() => void) | undefined
}

const padding = { xs: '18px', md: '24px 28px' }

/** The payroll's funds, whether they suffice, and where to send more. */
export function MoneyPanel(props: MoneyPanelProps) {
  const phone = usePhone()
  // On a phone the code is the first thing, where money is asked for.
  return phone && toAskFor(props.payroll) ? <FundingFirst {...props} /> : <SideBySide {...props} />
}

function FundingFirst({ payroll, money, head, onWithdraw }: MoneyPanelProps) {
  return (
    <Grid gap={4}>
      <Panel flush>
        {head && <Block p={padding}>{head}</Block>}
        <Block p={padding} lineAbove={head !== null}>
          <FundingColumn payroll={payroll} />
        </Block>
      </Panel>
      <Panel flush>
        <Block p={padding}>
          <BalanceColumn payroll={payroll} money={money} withFall={false} />
        </Block>
        <Foot payroll={payroll} money={money} onWithdraw={onWithdraw} />
      </Panel>
    </Grid>
  )
}

function SideBySide({ payroll, money, head, onWithdraw }: MoneyPanelProps) {
  return (
    <Panel flush>
      {head && (
        <Block p={padding} lineBelow>
          {head}
        </Block>
      )}
      <Grid columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 531fr) minmax(0, 605fr)' }}>
        <Block p={padding}>
          <BalanceColumn payroll={payroll} money={money} withFall />
        </Block>
        <Stack
          justify={toAskFor(payroll) ? 'start' : 'center'}
          lineAbove={{ xs: true, lg: false }}
          lineLeft={{ lg: true }}
          p={{ xs: '18px', md: '24px 28px' }}
        >
          <FundingColumn payroll={payroll} />
        </Stack>
      </Grid>
      <Foot payroll={payroll} money={money} onWithdraw={onWithdraw} />
    </Panel>
  )
}

function sandboxOf(payroll: Payroll): string {
  const btc = toAskFor(payroll)?.btc
  const { _id: id, name, cryptoAddress: address } = payroll
  return paths.sandboxFunding({ id, name, address, ...(btc !== undefined && { btc }) })
}

const footButton = { flex: 'none', weight: 500, tone: 'ink2' } as const

function Foot({ payroll, money, onWithdraw }: Omit<MoneyPanelProps, 'head'>) {
  const { t } = useTranslation()
  const config = useConfig()
  const { balance } = money
  const hasReserve = (toAskFor(payroll)?.reserveUsd ?? 0) > 0
  return (
    <Row
      stackBelow="md"
      align={{ md: 'center' }}
      gap={{ xs: 1, md: 4 }}
      minHeight={56}
      px={textInset}
      py={{ xs: 3, md: 1 }}
      lineAbove
    >
      <Row align="stretch" gap="10px" flex={1} tone="ink2">
        <Icon as={InfoIcon} size={18} flex="none" mt="1px" />
        {/* The reserve is that notice already, with a sum of its own. */}
        <Text variant="cell" as="p">
          {t(hasReserve ? 'payday.fund.time' : 'payrolls.details.feeNotice')}
        </Text>
      </Row>
      <Row
        wrap
        columnGap={2}
        // Room is kept for what can be done with a balance that is not known yet.
        minHeight={balance === undefined ? 44 : 0}
        ml={{ xs: -2, md: 0 }}
        mr={{ md: -2 }}
        align="stretch"
      >
        {config?.sandbox && payroll.cryptoAddress !== '' && (
          <Button
            href={sandboxOf(payroll)}
            target="_blank"
            rel="noopener"
            variant="text"
            startIcon={<ScienceIcon />}
            {...footButton}
          >
            {t('payrolls.details.sandbox')}
          </Button>
        )}
        {onWithdraw && balance && balance.balance > 0 && (
          <Button variant="text" startIcon={<CallMadeIcon />} onClick={onWithdraw} {...footButton}>
            {t('payrolls.details.withdraw')}
          </Button>
        )}
      </Row>
    </Row>
  )
}
