import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId } from 'react'
import { Block } from './layout.tsx'
import { Text } from './text.tsx'

interface SwitchRowProps {
  on: boolean
  onChange: (on: boolean) => void
  title: string
  detail: string
  children?: ReactNode
}

/** Something that is on or off, with what it means and a field of its own. */
export function SwitchRow({ on, onChange, title, detail, children }: SwitchRowProps) {
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
      />
      <Block minWidth={0} flex={1}>
        <Text as="label" htmlFor={id} pointer strong>
          {title}
        </Text>
        <Text id={`${id}-detail`} variant="body2" tone="ink2">
          {detail}
        </Text>
        {children}
      </Block>
    </Box>
  )
}
