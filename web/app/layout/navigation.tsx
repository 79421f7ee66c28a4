import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router'
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
import { SideCount, SideLink } from '#web/ui/app-frame.tsx'
import { AccountBalanceWalletIcon } from '#web/ui/icons/account-balance-wallet.tsx'
import { CalendarMonthIcon } from '#web/ui/icons/calendar-month.tsx'
import { FactCheckIcon } from '#web/ui/icons/fact-check.tsx'
import { GroupIcon } from '#web/ui/icons/group.tsx'
import { HomeIcon } from '#web/ui/icons/home.tsx'
import { SupervisorAccountIcon } from '#web/ui/icons/supervisor-account.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

const home = { to: paths.dashboard, text: 'layout.home', Icon: HomeIcon } as const
/** Approvals are there from the first rule or second person on. */
const approvals = { to: paths.approvals, text: 'approvals.title', Icon: FactCheckIcon } as const
const items = [
  { to: paths.employees, text: 'layout.employees', Icon: GroupIcon },
  { to: paths.payrolls, text: 'layout.payrolls', Icon: AccountBalanceWalletIcon },
] as const
/** The calendar is there from the first schedule on. */
const calendar = { to: paths.calendar, text: 'calendar.title', Icon: CalendarMonthIcon } as const
/** The team is there from the first invitation on; before it the user's menu leads there. */
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
            <SideLink to={to} icon={Icon} current={to === current} onFollow={onFollow}>
              {t(text)}
              {to === paths.approvals && waiting > 0 && <Waiting count={waiting} />}
            </SideLink>
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
    <SideCount>
      {format.count(count)}
      <VisuallyHidden>{` (${t('approvals.waiting', { count })})`}</VisuallyHidden>
    </SideCount>
  )
}
