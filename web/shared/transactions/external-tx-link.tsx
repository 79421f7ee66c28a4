import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/shared/config.ts'
import { HoverTip } from '#web/ui/hover-tip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OpenInNewIcon } from '#web/ui/icons/open-in-new.tsx'
import { CodeLink } from '#web/ui/marked-links.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

interface ExternalTxLinkProps {
  txid: string
  /** Characters shown: 12 in tables, 24 on a transaction's own page. */
  length?: 12 | 24
}

/** A txid, cut; the whole one as a tooltip; leads to the block explorer. */
export function ExternalTxLink({ txid, length = 12 }: ExternalTxLinkProps) {
  const { t } = useTranslation()
  const explorer = useConfig()?.explorerTxUrl
  return (
    <HoverTip title={txid} describes>
      <CodeLink href={explorer?.replace('{txid}', txid)} code={`${txid.slice(0, length)}…`}>
        <VisuallyHidden>{t('ui.txLink')}</VisuallyHidden>
        <Icon as={OpenInNewIcon} size={15} flex="none" />
      </CodeLink>
    </HoverTip>
  )
}
