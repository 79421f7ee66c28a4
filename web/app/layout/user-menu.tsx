import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#web/lib/full-name.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { Text } from '#web/ui/text.tsx'
import { UserMenuContent } from './user-menu-content.tsx'

/** Initials and name; `short` shows the initials alone. */
export function UserMenu({ short = false }: { short?: boolean }) {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!user) return null
  const name = fullName(user)
  return (
    <>
      <ButtonBase
        ref={button}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('layout.userMenu', { name })}
        sx={{
          gap: '10px',
          height: 44,
          px: short ? 1.5 : 2,
          borderRadius: '10px',
          fontSize: '0.90625rem',
          fontWeight: 600,
          maxWidth: 320,
          transition: 'background-color 150ms ease-out',
          '&:hover': { bgcolor: 'anilTint' },
        }}
      >
        <Initials first={user.firstName} last={user.lastName} />
        {!short && (
          <>
            <Text as="span" truncate>
              {name}
            </Text>
            <KeyboardArrowDown sx={{ fontSize: 19, color: 'ink2' }} />
          </>
        )}
      </ButtonBase>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        anchorEl={() => button.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': t('layout.userMenu', { name }),
            sx: { width: 296, mt: '9px' },
          },
        }}
      >
        <UserMenuContent user={user} onDone={() => setOpen(false)} />
      </Popover>
    </>
  )
}

function Initials({ first, last }: { first: string; last: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      data-initials={`${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()}
      sx={{
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        width: 32,
        height: 32,
        borderRadius: '50%',
        bgcolor: 'anilTint',
        color: 'anil',
        fontSize: '0.75rem',
        fontWeight: 700,
        // An ornament, not a label: the button's name must hold all its text (WCAG 2.5.3).
        '&::before': { content: 'attr(data-initials)' },
      }}
    />
  )
}
