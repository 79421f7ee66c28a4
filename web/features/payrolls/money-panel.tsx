import CallMade from '@mui/icons-material/CallMade'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import PlayMoney from '@mui/icons-material/ScienceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useConfig } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { BalanceColumn } from './balance-column.tsx'
import { FundingColumn } from './funding-column.tsx'
import type { PayrollMoney } from './payroll-money.ts'

interface MoneyPanelProps {
  payroll: Payroll
  money: PayrollMoney
  onWithdraw: () => void
}

/** The payroll's funds, whether they suffice, where to send more, and its warnings. */
export function MoneyPanel({ payroll, money, onWithdraw }: MoneyPanelProps) {
  return (
    <Panel flush>
      <Grid columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 531fr) minmax(0, 605fr)' }}>
        <Block p={{ xs: '18px', md: '24px 28px' }}>
          <BalanceColumn payroll={payroll} money={money} />
        </Block>
        <Box
          sx={{
            display: 'grid',
            alignContent: 'center',
            borderTop: { xs: 1, lg: 0 },
            borderLeft: { lg: 1 },
            // At both widths: each of the two rules above resets the colour.
            borderColor: { xs: 'line', lg: 'line' },
            p: { xs: '18px', md: 6 },
          }}
        >
          <FundingColumn payroll={payroll} toDeposit={money.toDeposit} />
        </Box>
      </Grid>
      <Foot
        address={payroll.cryptoAddress}
        isComing={money.balance === undefined}
        onWithdraw={money.balance && money.balance.balance > 0 ? onWithdraw : undefined}
      />
    </Panel>
  )
}

interface FootProps {
  address: string
  /** Room is kept for what can be done with a balance that is not known yet. */
  isComing: boolean
  /** Undefined while there is nothing to withdraw. */
  onWithdraw: (() => void) | undefined
}

const footButton = { flex: 'none', fontWeight: 500, color: 'ink2' }

function Foot({ address, isComing, onWithdraw }: FootProps) {
  const { t } = useTranslation()
  const config = useConfig()
  return (
    <Row
      stackBelow="md"
      align={{ md: 'center' }}
      gap={{ xs: 1, md: 4 }}
      minHeight={56}
      px={{ xs: '18px', md: 7 }}
      py={{ xs: 3, md: 1 }}
      lineAbove
    >
      <Typography
        variant="cell"
        component="p"
        sx={{ flex: 1, display: 'flex', gap: '10px', color: 'ink2' }}
      >
        <InfoOutlined sx={{ fontSize: 18, flex: 'none', mt: '1px' }} />
        {t('payrolls.details.feeNotice')}
      </Typography>
      <Row
        wrap
        columnGap={2}
        minHeight={isComing ? 44 : 0}
        ml={{ xs: -2, md: 0 }}
        mr={{ md: -2 }}
        align="stretch"
      >
        {config?.sandbox && (
          <Button
            component={Link}
            to={`${paths.sandbox}?address=${encodeURIComponent(address)}`}
            variant="text"
            startIcon={<PlayMoney />}
            sx={footButton}
          >
            {t('payrolls.details.sandbox')}
          </Button>
        )}
        {onWithdraw && (
          <Button variant="text" startIcon={<CallMade />} onClick={onWithdraw} sx={footButton}>
            {t('payrolls.details.withdraw')}
          </Button>
        )}
      </Row>
    </Row>
  )
}
