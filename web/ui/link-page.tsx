import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from './controls.tsx'
import { Block } from './layout.tsx'
import { Panel } from './panel.tsx'
import { Text } from './text.tsx'
import { Wordmark } from './wordmark.tsx'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('t') ?? ''

interface LinkPageProps {
  /** The title in the browser's tab. */
  title: string
  /** Drawn for the token of the link; '' where a mail program cut it off. */
  children: (token: string) => ReactNode
}

/** The page to which the link of a mail leads, signed in or not: one panel. */
export function LinkPage({ title, children }: LinkPageProps) {
  const token = tokenIn(useLocation().hash)
  return (
    <Block as="main" maxWidth={560} mx="auto" px={{ xs: 4, sm: 6 }} py={{ xs: 8, md: 18 }}>
      <title>{`${title} · Quincena`}</title>
      <Block mb={6}>
        <Wordmark size={26} />
      </Block>
      <Panel pb={{ md: '28px' }}>{children(token)}</Panel>
    </Block>
  )
}

interface LinkPressProps {
  onPress: () => void
  busy: boolean
  children: ReactNode
}

/** The one thing that the page is for, which stops something: the link alone does nothing. */
export const LinkPress = ({ onPress, busy, children }: LinkPressProps) => (
  <Button
    variant="contained"
    color="error"
    size="large"
    onClick={onPress}
    disabled={busy}
    width={{ xs: '100%', sm: 'auto' }}
  >
    {children}
  </Button>
)

/** The outcome. The element that had the focus is gone. */
export function LinkOutcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <LinkTitle ref={heading}>{title}</LinkTitle>
      {children}
    </>
  )
}

interface LinkTitleProps {
  ref?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export const LinkTitle = ({ ref, children }: LinkTitleProps) => (
  <Text ref={ref} tabIndex={-1} variant="h1" mb={4} size={{ xs: 30 }} breakWords>
    {children}
  </Text>
)
