import type { ReactNode } from 'react'
import { Block, Row, Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { LanguageFoot } from './language-foot.tsx'
import { AccessPanel } from './sign-in-brand-panel.tsx'

/** A form beside the access panel; beneath it on phones. */
export function AccessPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Row stackBelow="md" minHeight="100vh" align="stretch">
      <title>{`${title} · Quincena`}</title>
      <AccessPanel />
      <Stack
        as="main"
        flex={1}
        align="center"
        px={5}
        pt={{ xs: 8, md: 12 }}
        pb={{ xs: 3, md: 3.5 }}
      >
        <Block width="100%" maxWidth={408} my={{ md: 'auto' }} mb={{ xs: 'auto' }}>
          {children}
        </Block>
        <LanguageFoot />
      </Stack>
    </Row>
  )
}

/** The hairline and what stands under it: the way to the other form. */
export function AccessFoot({ children }: { children: ReactNode }) {
  return (
    <Text as="div" mt={8} pt={6} tone="ink2" lineAbove>
      {children}
    </Text>
  )
}
