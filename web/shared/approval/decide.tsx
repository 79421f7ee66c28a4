import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { sayWait } from '#web/lib/wait-sentence.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Block, Stack } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { isOrder, useReloadApprovals } from './approvals-api.ts'
import { Approvers } from './approvers.tsx'
import { Changers } from './changers.tsx'
import { GiveApproval } from './give-approval.tsx'
import { RejectApproval } from './reject-approval.tsx'
import type { SignedSum } from './signed-sentence.tsx'
import { useApprovalWords } from './use-approval-words.ts'

export interface DecideProps {
  approval: Approval
  /** People and sum, as the page around shows them. */
  signed?: SignedSum | undefined
  /** The masked contact to which this person's codes go. */
  sentTo?: string | undefined
  onApproved?: (() => void) | undefined
  onRejected?: (() => void) | undefined
}

/** The people who approved, and this person's own approval or why there can be none. */
export function Decide(props: DecideProps) {
  const { approval, onRejected } = props
  const { t } = useTranslation()
  const titleId = useId()
  const words = useApprovalWords()
  const [rejecting, setRejecting] = useState(false)
  const { can } = useRole()
  const { isStale, accept } = useShownSheet(approval)
  const { canApprove, askedByMe } = approval
  const reject = (
    <Button onClick={() => setRejecting(true)}>
      {t(askedByMe && !canApprove ? 'approvals.rejectOwn' : 'approval.reject')}
    </Button>
  )
  return (
    <Block as="section" aria-labelledby={titleId}>
      <Text id={titleId} variant="h3" as="h2" size={15}>
        {words.lacking(approval)}
      </Text>
      <Approvers approval={approval} />
      <Changers approval={approval} />
      {isStale && (
        <Notice tone="amber" role="alert">
          {t('approvals.changed')}{' '}
          <Link component="button" type="button" onClick={accept}>
            {t('approvals.reload')}
          </Link>
        </Notice>
      )}
      {!isStale && canApprove && <GiveApproval {...props} reject={reject} />}
      {!canApprove && (
        <Block mt={3}>
          <WhyNot approval={approval} />
          {(askedByMe || can('approve')) && <Block mt={4}>{reject}</Block>}
        </Block>
      )}
      <Foot approval={approval} />
      <DialogPresence>
        {rejecting && (
          <RejectApproval
            approval={approval}
            onClose={() => setRejecting(false)}
            onRejected={() => {
              setRejecting(false)
              onRejected?.()
            }}
          />
        )}
      </DialogPresence>
    </Block>
  )
}

/** Whether it is another sheet than the one that was read here; nobody approves what nobody has seen. */
function useShownSheet({ sheetHash }: Approval) {
  const [shown, setShown] = useState(sheetHash)
  const reload = useReloadApprovals()
  return {
    isStale: shown !== sheetHash,
    accept: () => {
      setShown(sheetHash)
      void reload()
    },
  }
}

function Foot({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const isMoney = isOrder(approval) || approval.kind === 'OCCURRENCE'
  const ofMoney = t(approval.canApprove ? 'approval.untilThen' : 'approvals.untilOthers')
  return (
    <Text variant="secondary" mt={3} tone="ink2">
      {isMoney ? ofMoney : t('approvals.untilChange')}
    </Text>
  )
}

/** Why this person's approval does not count here. */
function WhyNot({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const { can } = useRole()
  const said = (text: ReactNode) => <Text>{text}</Text>
  if (approval.refusal === 'ALREADY_APPROVED') return said(t('approvals.already'))
  if (!can('approve')) return <WhoCan act="approve" />
  if (approval.refusal === 'RELEASE_BY_SAME_PERSON') return said(t('approvals.changedByYou'))
  if (approval.askedByMe) return said(t('approvals.own'))
  if (approval.refusal === 'WRONG_ASSERTION') {
    return said(
      <>
        {t('approvals.needsKey')}.{' '}
        <Link component={RouterLink} to={paths.security}>
          {t('approvals.toSecurity')}
        </Link>
      </>,
    )
  }
  const { mayFrom } = approval
  return said(`${t('approvals.tooNew')}.${mayFrom ? ` ${sayWait(mayFrom)}` : ''}`)
}

/** The placeholder until it is known who has to approve. */
export function DecideSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap={4} py={1} role="status" aria-label={t('ui.loading')}>
      <TextSkeleton width={96} />
      <TextSkeleton width={220} />
      <TextSkeleton width={280} />
    </Stack>
  )
}
