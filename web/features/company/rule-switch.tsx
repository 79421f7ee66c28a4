import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId } from 'react'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface RuleSwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  title: string
  detail: string
  children?: ReactNode
}

/** A rule that is on or off, with what it means and a field of its own. */
export function RuleSwitch({ on, onChange, title, detail, children }: RuleSwitchProps) {
  const id = useId()
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 3.5,
        pb: 4,
        mb: 4,
        borderBottom: 1,
        borderColor: 'line',
        '&:last-of-type': { mb: 0 },
      }}
    >
      <Switch
        id={id}
        checked={on}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { 'aria-describedby': `${id}-detail` } }}
        sx={{ flex: 'none' }}
      />
      <Block minWidth={0} flex={1}>
        <Box component="label" htmlFor={id} sx={{ fontWeight: 600, cursor: 'pointer' }}>
          {title}
        </Box>
        <Text id={`${id}-detail`} variant="body2" tone="ink2">
          {detail}
        </Text>
        {children}
      </Block>
    </Box>
  )
}
