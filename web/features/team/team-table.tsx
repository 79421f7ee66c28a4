import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/team.ts'
import { fullName } from '#web/lib/full-name.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Block } from '#web/ui/layout.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import {
  ApprovesFrom,
  InvitationState,
  LastSeen,
  MemberName,
  Sign,
  useInvitedText,
} from './cells.tsx'
import { MemberFactors } from './factors.tsx'
import { CardActs, RowActs } from './row-acts.tsx'
import type { TeamActs, TeamRow } from './team-row.ts'
import { NextRole } from './waiting.tsx'

interface TeamTableProps {
  /** Undefined while loading. */
  rows: readonly TeamRow[] | undefined
  /** Undefined where the person may not change the team. */
  acts: TeamActs | undefined
  head: ReactNode
}

const isOwn = (row: TeamRow) => row.kind === 'member' && row.member.current
const roleOf = (row: TeamRow) => (row.kind === 'member' ? row.member.role : row.invitation.role)

/** The people of the company, and who is asked to come. */
export function TeamTable({ rows, acts, head }: TeamTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('team.title')}
      columns={useColumns(acts)}
      rows={rows}
      rowKey={(row) => (row.kind === 'member' ? row.member._id : row.invitation._id)}
      rowHeight={66}
      minimumWidth={940}
      expected={3}
      head={head}
      empty={null}
    />
  )
}

function useColumns(acts: TeamActs | undefined): Column<TeamRow>[] {
  const { t } = useTranslation()
  const invitedText = useInvitedText('inLine')
  const head = (column: string) => t(`team.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 382,
      cell: (row) => <MemberName row={row} />,
      onCard: {
        lead: (row) => <Sign row={row} />,
        title: (row) => (row.kind === 'member' ? fullName(row.member) : row.invitation.email),
        aside: (row) => isOwn(row) && <Tag>{t('team.you')}</Tag>,
      },
      skeleton: <AmountSkeleton align="left" />,
    },
    {
      key: 'role',
      head: head('role'),
      width: 204,
      cell: (row) => (
        <>
          <Text as="div" strong>
            {t(`roles.name.${roleOf(row)}`)}
          </Text>
          {row.kind === 'member' && <RoleNotes member={row.member} />}
        </>
      ),
      onCard: {
        fact: (row) => t(`roles.name.${roleOf(row)}`),
        line: (row) => row.kind === 'member' && <RoleNotes member={row.member} />,
      },
      skeleton: 110,
      look: 'plain',
    },
    {
      key: 'factors',
      head: head('factors'),
      width: 238,
      cell: (row) =>
        row.kind === 'member' ? (
          <MemberFactors member={row.member} />
        ) : (
          <InvitationState invitation={row.invitation} />
        ),
      onCard: {
        line: (row) => (
          <Block mt={1}>
            {row.kind === 'member' ? (
              <MemberFactors member={row.member} short />
            ) : (
              <InvitationState invitation={row.invitation} short />
            )}
          </Block>
        ),
      },
      skeleton: 124,
    },
    {
      key: 'seen',
      head: head('seen'),
      width: 150,
      cell: (row) =>
        row.kind === 'member' ? <LastSeen member={row.member} /> : t('team.seen.never.alone'),
      onCard: {
        fact: (row) =>
          row.kind === 'member' ? (
            <LastSeen member={row.member} place="inLine" />
          ) : (
            invitedText(row.invitation)
          ),
      },
      skeleton: 84,
    },
    ...(acts ? [actionColumn(head('action'), acts)] : []),
  ]
}

const actionColumn = (head: string, acts: TeamActs): Column<TeamRow> => ({
  key: 'action',
  head,
  width: 162,
  align: 'right',
  cell: (row) => <RowActs row={row} acts={acts} />,
  onCard: {
    aside: (row) =>
      !isOwn(row) && (
        <Block mt={-2} mr={-2}>
          <CardActs row={row} acts={acts} />
        </Block>
      ),
  },
  skeleton: <ActionsSkeleton />,
})

/** The time from which somebody approves, and the role that they are to have. */
function RoleNotes({ member }: { member: Member }) {
  return (
    <>
      <ApprovesFrom member={member} />
      <NextRole member={member} />
    </>
  )
}
