import Wallet from '@mui/icons-material/AccountBalanceWalletOutlined'
import Group from '@mui/icons-material/GroupOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { Block, Grid } from '#web/ui/layout.tsx'

const items = [
  { to: paths.dashboard, text: 'layout.home', Icon: Home },
  { to: paths.employees, text: 'layout.employees', Icon: Group },
  { to: paths.payrolls, text: 'layout.payrolls', Icon: Wallet },
] as const

/** The sidebar's links; `onFollow` closes the phone's drawer. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  return (
    <Block aria-label={t('layout.navigation')} as="nav" flex={1}>
      <Grid as="ul" gap={1}>
        {items.map(({ to, text, Icon }) => (
          <li key={to}>
            <ButtonBase
              component={NavLink}
              to={to}
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
                '&.active': { color: 'anil', fontWeight: 600 },
                '&.active::before': {
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
            </ButtonBase>
          </li>
        ))}
      </Grid>
    </Block>
  )
}
