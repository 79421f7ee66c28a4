import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/shared/config.ts'
import { Link } from '#web/ui/controls.tsx'
import { HoverTip } from '#web/ui/hover-tip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OpenInNewIcon } from '#web/ui/icons/open-in-new.tsx'
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
      <Link
        href={explorer?.replace('{txid}', txid)}
        target="_blank"
        rel="noopener noreferrer"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: '6px',
          maxWidth: '100%',
          fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace',
          fontSize: '0.8125rem',
          letterSpacing: '-0.01em',
          textDecoration: 'none',
        }}
      >
        <span
          style={{
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            borderBottom: '1px solid color-mix(in srgb, currentColor 40%, transparent)',
          }}
        >
          {txid.slice(0, length)}…
        </span>
        <VisuallyHidden>{t('ui.txLink')}</VisuallyHidden>
        <Icon as={OpenInNewIcon} size={15} flex="none" />
      </Link>
    </HoverTip>
  )
}
