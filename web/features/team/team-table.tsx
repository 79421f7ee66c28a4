import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#web/lib/full-name.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
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
      card={(row) => <TeamCard row={row} acts={acts} />}
    />
  )
}

function TeamCard({ row, acts }: { row: TeamRow; acts: TeamActs | undefined }) {
  const { t } = useTranslation()
  const invitedText = useInvitedText('inLine')
  const role = t(`roles.name.${roleOf(row)}`)
  return (
    <Row align="start" gap={3} py={1}>
      <Sign row={row} />
      <Block flex={1} minWidth={0} size={14.5} tone="ink2">
        <Text as="div" strong tone="ink" size={15} leading={22} breakWords>
          {row.kind === 'member' ? fullName(row.member) : row.invitation.email}
        </Text>
        <Block mb={1}>
          <DotSeparated>
            {role}
            {row.kind === 'member' ? (
              <LastSeen member={row.member} place="inLine" />
            ) : (
              invitedText(row.invitation)
            )}
          </DotSeparated>
          {row.kind === 'member' && <ApprovesFrom member={row.member} />}
          {row.kind === 'member' && <NextRole member={row.member} />}
        </Block>
        {row.kind === 'member' ? (
          <MemberFactors member={row.member} short />
        ) : (
          <InvitationState invitation={row.invitation} short />
        )}
      </Block>
      {row.kind === 'member' && row.member.current ? (
        <Tag>{t('team.you')}</Tag>
      ) : (
        acts && (
          <Block mt={-2} mr={-2}>
            <CardActs row={row} acts={acts} />
          </Block>
        )
      )}
    </Row>
  )
}

function useColumns(acts: TeamActs | undefined): Column<TeamRow>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`team.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 382,
      cell: (row) => <MemberName row={row} />,
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
          {row.kind === 'member' && <ApprovesFrom member={row.member} />}
          {row.kind === 'member' && <NextRole member={row.member} />}
        </>
      ),
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
      skeleton: 124,
    },
    {
      key: 'seen',
      head: head('seen'),
      width: 150,
      cell: (row) =>
        row.kind === 'member' ? <LastSeen member={row.member} /> : t('team.seen.never.alone'),
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
  skeleton: <ActionsSkeleton />,
})
