import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, useLocation } from 'react-router'
import { useFormat } from '#web/lib/use-format.ts'
import {
  useHasApprovals,
  useIsUnderApproval,
  useWaitingForMe,
} from '#web/shared/approval/approvals-api.ts'
import { useHasCalendar } from '#web/shared/calendar/api.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { isTeam, useTeam } from '#web/shared/team/api.ts'
import { AccountBalanceWalletIcon } from '#web/ui/icons/account-balance-wallet.tsx'
import { CalendarMonthIcon } from '#web/ui/icons/calendar-month.tsx'
import { FactCheckIcon } from '#web/ui/icons/fact-check.tsx'
import { GroupIcon } from '#web/ui/icons/group.tsx'
import { HomeIcon } from '#web/ui/icons/home.tsx'
import { SupervisorAccountIcon } from '#web/ui/icons/supervisor-account.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

const home = { to: paths.dashboard, text: 'layout.home', Icon: HomeIcon } as const
/** From the first rule or second person on. */
const approvals = { to: paths.approvals, text: 'approvals.title', Icon: FactCheckIcon } as const
const items = [
  { to: paths.employees, text: 'layout.employees', Icon: GroupIcon },
  { to: paths.payrolls, text: 'layout.payrolls', Icon: AccountBalanceWalletIcon },
] as const
/** From the first schedule on. */
const calendar = { to: paths.calendar, text: 'calendar.title', Icon: CalendarMonthIcon } as const
/** From the first invitation on; before it the user's menu leads there. */
const team = { to: paths.team, text: 'team.title', Icon: SupervisorAccountIcon } as const

/** The sidebar's links; `onFollow` closes the phone's drawer. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const hasTeam = isTeam(useTeam().data)
  const current = useCurrent()
  const { can } = useRole()
  const hasApprovals = useHasApprovals() === true && can('approve')
  const waiting = useWaitingForMe(hasApprovals)
  const hasCalendar = useHasCalendar() === true
  const shown = [
    home,
    ...(hasApprovals ? [approvals] : []),
    ...items,
    ...(hasCalendar ? [calendar] : []),
    ...(hasTeam ? [team] : []),
  ]
  return (
    <Block aria-label={t('layout.navigation')} as="nav" flex={1}>
      <Grid as="ul" gap={1}>
        {shown.map(({ to, text, Icon }) => (
          <li key={to}>
            <ButtonBase
              component={Link}
              to={to}
              aria-current={to === current ? 'page' : undefined}
              onClick={onFollow}
              sx={{
                position: 'relative',
                justifyContent: 'flex-start',
                gap: '12px',
                width: '100%',
                height: 44,
                pl: 7,
                fontSize: '0.96875rem',
                color: 'ink2',
                transition: 'color 150ms ease-out',
                '&:hover': { color: 'ink' },
                '&:focus-visible': { outlineOffset: -3 },
                '&[aria-current]': { color: 'anil', fontWeight: 600 },
                '&[aria-current]::before': {
                  content: '""',
                  position: 'absolute',
                  left: 0,
                  width: 3,
                  height: 24,
                  bgcolor: 'anil',
                },
              }}
            >
              <Icon sx={{ fontSize: 21 }} />
              {t(text)}
              {to === paths.approvals && waiting > 0 && <Waiting count={waiting} />}
            </ButtonBase>
          </li>
        ))}
      </Grid>
    </Block>
  )
}

/** The item under which the open page stands: the longest path, for some stand beneath the first's. */
function useCurrent(): string | undefined {
  const { pathname } = useLocation()
  const isUnderApproval = useIsUnderApproval(pathname)
  if (isUnderApproval) return paths.approvals
  // The calendar leads to the sheet of a special pay, and back.
  if (matchPath(paths.specialRun(':id'), pathname)) return paths.calendar
  return [approvals, team, calendar, ...items, home].find(({ to }) =>
    matchPath({ path: to, end: false }, pathname),
  )?.to
}

function Waiting({ count }: { count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        placeItems: 'center',
        minWidth: 22,
        height: 22,
        ml: 'auto',
        mr: 6,
        px: '6px',
        borderRadius: '11px',
        bgcolor: 'anil',
        color: 'onAnil',
        fontSize: '0.78125rem',
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {format.count(count)}
      <VisuallyHidden>{` (${t('approvals.waiting', { count })})`}</VisuallyHidden>
    </Box>
  )
}
