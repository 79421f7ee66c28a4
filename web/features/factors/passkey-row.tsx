import { useTranslation } from 'react-i18next'
import type { Passkey } from '#contract/factors.ts'
import { CountsMark } from '#web/shared/factors/counts-mark.tsx'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { IconButton } from '#web/ui/controls.tsx'
import { DevicesIcon } from '#web/ui/icons/devices.tsx'
import { EditIcon } from '#web/ui/icons/edit.tsx'
import { KeyIcon } from '#web/ui/icons/key.tsx'
import { FactorRow, RowAction } from './factor-row.tsx'
import { KeyApproval } from './key-approval.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  busy: boolean
  onRename: () => void
  onRemove: () => void
}

export function PasskeyListRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation()
  const when = useWhen()
  const { name, kind, createdAt, lastUsedAt, approval } = passkey
  return (
    <FactorRow
      as="li"
      icon={kind === 'SYNCED' ? DevicesIcon : KeyIcon}
      name={name}
      facts={[
        t(`factors.passkeys.kind.${kind}`),
        t('factors.passkeys.added', { when: when(createdAt) }),
        lastUsedAt === null
          ? t('factors.passkeys.unused')
          : t('factors.passkeys.used', { when: when(lastUsedAt) }),
        ...(approval?.code === 'NOBODY' ? [t('factors.passkeys.approval.nobody')] : []),
      ]}
      state={
        approval ? (
          <KeyApproval passkey={passkey} approval={approval} />
        ) : (
          <Approves from={passkey.approvesFrom} />
        )
      }
    >
      <IconButton
        onClick={onRename}
        disabled={busy}
        aria-label={t('factors.passkeys.renameOne', { name })}
      >
        <EditIcon />
      </IconButton>
      <RowAction
        onClick={onRemove}
        disabled={busy}
        label={t('factors.passkeys.removeOne', { name })}
      >
        {t('factors.passkeys.remove')}
      </RowAction>
    </FactorRow>
  )
}

/** The moment from which the key approves payments; nothing for those who approve none. */
function Approves({ from }: { from: string | null }) {
  const { t } = useTranslation()
  const when = useWhen()
  if (from === null) return null
  if (Date.parse(from) <= Date.now()) {
    return <CountsMark look="yes">{t('factors.passkeys.approves')}</CountsMark>
  }
  return <CountsMark look="later">{t('factors.passkeys.from', { when: when(from) })}</CountsMark>
}
