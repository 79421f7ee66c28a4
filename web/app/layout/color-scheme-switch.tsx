import { useColorScheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/controls.tsx'
import { DarkModeIcon } from '#web/ui/icons/dark-mode.tsx'
import { LightModeIcon } from '#web/ui/icons/light-mode.tsx'

/** Follows the system until it is pressed once; then the choice is kept. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation()
  const { mode, systemMode, setMode } = useColorScheme()
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark'
  return (
    <IconButton
      onClick={() => setMode(isDark ? 'light' : 'dark')}
      aria-label={t(isDark ? 'layout.toLight' : 'layout.toDark')}
    >
      {isDark ? <LightModeIcon /> : <DarkModeIcon />}
    </IconButton>
  )
}
