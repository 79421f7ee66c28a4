import type { ReactNode } from 'react'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'

interface PayStepProps {
  mark: 'tick' | 'half' | 'clock'
  title: ReactNode
  detail?: ReactNode
  children?: ReactNode
}

/** One of the ways by which a payment reaches people: how far it is, and what to do. */
export function PayStep({ mark, title, detail, children }: PayStepProps) {
  return (
    <Row
      as="section"
      align="start"
      gap={{ xs: 3, md: 4.5 }}
      px={textInset}
      py={{ xs: '18px', md: 5.5 }}
      lineAbove
    >
      <Mark name={mark} size={24} tone={mark === 'tick' ? 'jade' : 'amber'} />
      <Block flex={1} minWidth={0}>
        <Text as="h3" size={17} leading={24} strong m={0} breakWords>
          {title}
        </Text>
        {detail && (
          <Text as="p" size={14} leading={20} tone="ink2" m={0} mt={0.5} breakWords>
            {detail}
          </Text>
        )}
        {children}
      </Block>
    </Row>
  )
}
