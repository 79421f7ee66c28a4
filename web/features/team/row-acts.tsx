import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#web/lib/full-name.ts'
import { Button, IconButton } from '#web/ui/controls.tsx'
import { DeleteIcon } from '#web/ui/icons/delete.tsx'
import { LockResetIcon } from '#web/ui/icons/lock-reset.tsx'
import { MoreHorizIcon } from '#web/ui/icons/more-horiz.tsx'
import { Row } from '#web/ui/layout.tsx'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { hasFactors, type TeamActs, type TeamRow } from './team-row.ts'

interface RowActsProps {
  row: TeamRow
  acts: TeamActs
}

/** Acts at the end of a table's row; nobody changes their own. */
export function RowActs({ row, acts }: RowActsProps) {
  const { t } = useTranslation()
  if (row.kind === 'member') {
    const { member } = row
    const name = fullName(member)
    if (member.current) return null
    return (
      <Row as="span" inline align="stretch">
        {hasFactors(member) && (
          <IconButton
            onClick={() => acts.onReset(member)}
            aria-label={t('team.reset.label', { name })}
          >
            <LockResetIcon />
          </IconButton>
        )}
        <RowButtons
          editLabel={t('team.role.label', { name })}
          edit={() => acts.onRole(member)}
          removeLabel={t('team.remove.label', { name })}
          onRemove={() => acts.onRemove(member)}
        />
      </Row>
    )
  }
  const { invitation } = row
  const { email, awaitsApproval } = invitation
  return (
    <Row as="span" inline mr={-2.5}>
      {!awaitsApproval && (
        <Button
          variant="text"
          size="small"
          onClick={() => acts.onResend(invitation)}
          aria-label={t('team.invitation.resendTo', { email })}
        >
          {t('team.invitation.resend')}
        </Button>
      )}
      <IconButton
        onClick={() => acts.onDelete(invitation)}
        aria-label={t('team.invitation.deleteOf', { email })}
      >
        <DeleteIcon />
      </IconButton>
    </Row>
  )
}

export function CardActs({ row, acts }: RowActsProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (row.kind === 'member' && row.member.current) return null
  const name = row.kind === 'member' ? fullName(row.member) : row.invitation.email
  const entries = entriesOf(row, acts)
  return (
    <>
      <IconButton
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('team.more', { name })}
      >
        <MoreHorizIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {entries.map(({ text, act }) => (
          <MenuItem
            key={text}
            onClick={() => {
              setAnchor(null)
              act()
            }}
          >
            {t(`team.menu.${text}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

function entriesOf(row: TeamRow, acts: TeamActs) {
  if (row.kind === 'member') {
    const { member } = row
    const role = { text: 'role', act: () => acts.onRole(member) } as const
    const remove = { text: 'remove', act: () => acts.onRemove(member) } as const
    if (!hasFactors(member)) return [role, remove]
    return [role, { text: 'reset', act: () => acts.onReset(member) } as const, remove]
  }
  const { invitation } = row
  const remove = { text: 'delete', act: () => acts.onDelete(invitation) } as const
  if (invitation.awaitsApproval) return [remove]
  return [{ text: 'resend', act: () => acts.onResend(invitation) } as const, remove]
}
