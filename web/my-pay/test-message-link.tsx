import { useEffect, useState } from 'react'
import { serverConfig } from './server-config.ts'
import { useWords } from './texts.ts'

interface TestMessageLinkProps {
  /** The receiver, in full or masked as the server shows it. */
  to: string
  via: 'EMAIL' | 'SMS'
}

/** The message that was sent, in a tab of its own; only in the sandbox. */
export function PageTestMessageLink({ to, via }: TestMessageLinkProps) {
  const { texts } = useWords()
  const [isSandbox, setIsSandbox] = useState(false)
  useEffect(() => {
    let isShown = true
    serverConfig().then(
      ({ sandbox }) => isShown && setIsSandbox(sandbox),
      // The link is a help alone, and the message is on its way without it.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  if (!isSandbox) return null
  return (
    <p>
      <a
        className="button text"
        href={`/sandbox?to=${encodeURIComponent(to)}`}
        target="_blank"
        rel="noopener"
      >
        {texts.testMessage[via]}
      </a>
    </p>
  )
}
