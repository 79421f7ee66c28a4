import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType, ReactNode } from 'react'
import { Button } from '#web/ui/controls.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface FactorRowProps {
  as?: 'li' | 'div'
  icon: ComponentType<SvgIconProps>
  name: string
  /** Short texts, with dots between them. */
  facts: readonly string[]
  /** The factor's use: 'Aprueba pagos'. */
  state?: ReactNode
  /** RowActions. */
  children: ReactNode
}

/** A passkey or an app, as the rows of devices. */
export function FactorRow({ as = 'div', icon, name, facts, state, children }: FactorRowProps) {
  return (
    <Row
      as={as}
      lineBetween
      wrap={{ xs: true, sm: false }}
      columnGap={4}
      minHeight={68}
      px={{ xs: 4, sm: 4.5 }}
      py={2.5}
    >
      <Icon as={icon} size={22} tone="ink2" flex="none" />
      <Block flex={{ xs: '1 1 70%', sm: 1 }} minWidth={0}>
        <Text strong breakWords>
          {name}
        </Text>
        <Text variant="secondary" as="div" tone="ink2">
          <DotSeparated>{facts}</DotSeparated>
        </Text>
      </Block>
      <Row
        columnGap={{ xs: 0, sm: 2 }}
        flex={{ xs: '1 1 100%', sm: 'none' }}
        pl={{ xs: '38px', sm: 0 }}
        mr={-2}
      >
        {state && (
          <Block mr={{ xs: 'auto', sm: 2 }} flex="none">
            {state}
          </Block>
        )}
        {children}
      </Row>
    </Row>
  )
}

interface RowActionProps {
  onClick: () => void
  disabled: boolean
  /** A label for screen readers, where the text does not say of which row it is. */
  label?: string
  children: ReactNode
}

export function RowAction({ onClick, disabled, label, children }: RowActionProps) {
  return (
    <Button
      variant="text"
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      flex="none"
      tone="ink"
      px={2}
      minWidth={0}
    >
      {children}
    </Button>
  )
}
