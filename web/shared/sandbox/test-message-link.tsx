import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/user.ts'
import { useConfig } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OpenInNewIcon } from '#web/ui/icons/open-in-new.tsx'

interface TestMessageLinkProps {
  /** The receiver, in full or masked as the server shows it. */
  to: string
  via?: Channel
}

/** The message that was sent, in a tab of its own; only in the sandbox. */
export function TestMessageLink({ to, via = 'EMAIL' }: TestMessageLinkProps) {
  const { t } = useTranslation()
  if (!useConfig()?.sandbox) return null
  return (
    <Link href={paths.sandboxMessages(to)} target="_blank" rel="noopener" noWrap>
      {t(`contact.testMessage.${via}`)}
      <Icon as={OpenInNewIcon} aria-hidden size={14} ml="6px" inText />
    </Link>
  )
}
