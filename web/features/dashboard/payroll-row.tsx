import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { type Cover, coverOf } from '#web/shared/coverage/coverage.ts'
import { CoverageBar } from '#web/shared/coverage/coverage-bar.tsx'
import { paths } from '#web/shared/paths.ts'
import { StatusLabel } from '#web/shared/payday/status-label.tsx'
import { hasBar, statusLook } from '#web/shared/payday/status-look.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { RowSentence } from './row-sentence.tsx'

const wide = '@container (min-width: 660px)'

/**
 * Name · bar · % · state · action in one line. Where it is narrow the bar takes a line of its own, and
 * amounts, percent and action share the one beneath: as wide as the row, whatever the state needs.
 */
export const rowGrid = {
  display: 'grid',
  position: 'relative',
  py: 3.5,
  borderTop: 1,
  borderColor: 'line',
  columnGap: '12px',
  rowGap: '6px',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"name state" "bar bar" "foot foot"',
  [wide]: {
    rowGap: '3px',
    gridTemplateColumns: '176px minmax(0, 1fr) 44px 184px 60px',
    // A name of many lines lengthens the row under the amounts, not between them and their bar.
    gridTemplateRows: 'auto 1fr',
    gridTemplateAreas: '"name bar percent state action" "name amounts amounts state action"',
  },
}

/**
 * A place in the last line where it is narrow, and in one of its own where there is room. 72 px at
 * the line's end belong to the percent or the action.
 */
export const inFoot = (area: string, wideToo: Style = {}) => ({
  gridArea: 'foot',
  [wide]: { gridArea: area, ...wideToo },
})

type Style = Record<string, string | number>

/** The link of the name covers the row, so that a press anywhere opens the payroll. */
const coversRow = { '&::after': { content: '""', position: 'absolute', inset: 0 } }

interface PayrollRowProps {
  payroll: Payroll
  /** 'Pagar', filled in the first of them; undefined: there is nothing to press. */
  pay?: 'contained' | 'outlined' | undefined
  /** Its next payday. */
  dueAt?: string | undefined
}

export function PayrollRow({ payroll, pay, dueAt }: PayrollRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const cover = coverOf(payroll, price)
  const phone = usePhone()
  return (
    <Box component="li" sx={{ ...rowGrid, '&:hover .row-arrow': { color: 'ink' } }}>
      <Block area="name" minWidth={0}>
        <Link
          component={RouterLink}
          to={paths.payroll(payroll._id)}
          underline="hover"
          sx={{ fontWeight: 600, color: 'ink', overflowWrap: 'anywhere', ...coversRow }}
        >
          {payroll.name}
        </Link>
        <Text as="div" size={13.5} tone="ink2">
          {dueAt !== undefined && `${format.weekday(dueAt)} ${format.day(dueAt)} · `}
          {t('dashboard.coverage.people', { count: payroll.employees })}
        </Text>
      </Block>
      {!hasBar(payroll) && <RowSentence payroll={payroll} isBesideAction={pay !== undefined} />}
      {hasBar(payroll) && cover && <Bar payroll={payroll} cover={cover} />}
      <Block area="state">
        <StatusLabel payroll={payroll} align="right" short={phone} />
      </Block>
      <Action payroll={payroll} pay={pay} />
    </Box>
  )
}

function Action({ payroll, pay }: PayrollRowProps) {
  const { t } = useTranslation()
  if (pay === undefined) {
    return (
      <Box
        className="row-arrow"
        sx={{
          display: 'none',
          justifyContent: 'end',
          alignItems: 'center',
          alignSelf: 'start',
          height: 36,
          color: 'ink2',
          ...inFoot('action', { display: 'flex' }),
        }}
      >
        <ArrowForwardIcon sx={{ fontSize: 20 }} />
      </Box>
    )
  }
  return (
    <Button
      component={RouterLink}
      to={paths.payPayroll(payroll._id)}
      variant={pay}
      color="success"
      size="small"
      aria-label={t('payday.pay', { name: payroll.name })}
      sx={{
        justifySelf: 'end',
        alignSelf: 'start',
        position: 'relative',
        zIndex: 1,
        px: 2.5,
        minWidth: 60,
        height: { xs: 44, md: 36 },
        ...inFoot('action'),
      }}
    >
      {t('payments.pay')}
    </Button>
  )
}

function Bar({ payroll, cover }: { payroll: Payroll; cover: Cover }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { code } = payroll.status
  const of = ` ${t('dashboard.coverage.of')} `
  return (
    <>
      <Block area="bar" minWidth={0} pt="3px">
        <CoverageBar
          percent={cover.percent}
          tone={statusLook[code].tone === 'ink2' ? 'amber' : statusLook[code].tone}
          isRestComing={code === 'fundsOnTheWay'}
          label={t('dashboard.coverage.bar', { name: payroll.name })}
        />
      </Block>
      <Box sx={{ pr: '72px', minWidth: 0, color: 'ink2', ...inFoot('amounts', { pr: 0 }) }}>
        <Text as="div" size={13.5} leading={20}>
          <Text as="span" strong tone="ink">
            {format.usd(cover.spendable.usd)}
          </Text>
          {of + format.usd(payroll.totalAmount)}
        </Text>
        <Text as="div" size={12.5} leading={18}>
          <Btc btc={cover.spendable.btc} unit={false} />
          {of}
          <Btc btc={cover.totalBtc} glyph={false} />
        </Text>
      </Box>
      <Box
        sx={{
          justifySelf: 'end',
          fontSize: '0.90625rem',
          fontWeight: 600,
          whiteSpace: 'nowrap',
          // On a phone the button has its place.
          display: code === 'ready' ? 'none' : 'block',
          ...inFoot('percent', { display: 'block' }),
        }}
      >
        {format.percent(cover.percent)}
      </Box>
    </>
  )
}
