import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { canUsePasskeys } from '#web/lib/passkey-place.ts'
import { prepareToAsk } from '#web/lib/passkeys.ts'
import { KeyFault } from '#web/shared/auth/key-fault.tsx'
import { useFactors } from '#web/shared/factors/api.ts'
import { CodeField, codeWidth } from '#web/ui/code-field.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { VpnKeyOutlinedIcon } from '#web/ui/icons/vpn-key-outlined.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { CodeSource } from './code-source.tsx'
import { useApprovalRules } from './rules-api.ts'
import { SignedSentence, type SignedSum } from './signed-sentence.tsx'
import { useGive } from './use-give.ts'

interface GiveApprovalProps {
  approval: Approval
  signed?: SignedSum | undefined
  sentTo?: string | undefined
  onApproved?: (() => void) | undefined
  /** The code goes out as soon as it is asked for here. */
  sendsCode?: boolean
  reject: ReactNode
}

/** The form for one's own approval: with the passkey, or where there is none, with a code. */
export function GiveApproval(props: GiveApprovalProps) {
  const { approval, signed, sentTo, onApproved, sendsCode = false, reject } = props
  const { t } = useTranslation()
  // On the narrowest phones the words have no room beside a sign.
  const hasRoomForSign = useMediaQuery('(min-width: 380px)', { noSsr: true })
  const { way, setWay, hasKey, takesCode, hasApp } = useWays(approval)
  const entry = useCodeEntry()
  const give = useGive(approval, { entry, onApproved, onNoKey: () => setWay('code') })
  const isKey = way === 'key'
  useEffect(() => {
    if (isKey) void prepareToAsk()
  }, [isKey])
  if (way === undefined) {
    return (
      <Block mt={4} role="status" aria-label={t('ui.loading')}>
        <TextSkeleton width={220} />
      </Block>
    )
  }
  const other = isKey ? takesCode && 'code' : hasKey && 'key'
  return (
    <Block
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isKey) void give.withKey()
        else give.withCode()
      }}
    >
      <SignedSentence approval={approval} signed={signed} isKey={isKey} />
      {!isKey && (
        <Block mt={4}>
          <CodeSource
            approval={approval}
            entry={entry}
            sentTo={sentTo}
            hasApp={hasApp}
            sendsCode={sendsCode}
          />
          <CodeField {...entry.field} />
        </Block>
      )}
      <Grid columns="2fr 3fr" gap={3} mt={4} maxWidth={codeWidth}>
        {reject}
        <Button
          type="submit"
          variant="contained"
          disabled={give.isAsking || give.isPending}
          startIcon={isKey && !give.isAsking && hasRoomForSign ? <VpnKeyOutlinedIcon /> : undefined}
          px={{ xs: 2, sm: 3 }}
        >
          {t(
            isKey
              ? give.isAsking
                ? 'approvals.asking'
                : 'approvals.approveWithKey'
              : 'approval.approve',
          )}
        </Button>
      </Grid>
      <KeyFault fault={give.fault} />
      {other && (
        <Text variant="secondary" mt={3}>
          <Link
            component="button"
            type="button"
            disabled={give.isAsking}
            onClick={() => {
              setWay(other)
              give.setFault(undefined)
            }}
          >
            {t(isKey ? 'approvals.orCode' : 'approvals.orKey')}
          </Link>
        </Text>
      )}
    </Block>
  )
}

/** The way by which somebody approves, and whether the other does as well. */
function useWays({ _id }: Approval) {
  const factors = useFactors().data
  const rules = useApprovalRules().data
  const [chosen, setWay] = useState<'key' | 'code'>()
  const ownsKey = factors !== undefined && factors.passkeys.length > 0
  const hasKey = ownsKey && canUsePasskeys()
  // The rule lists the keys that will count: a code in the place of one's own would leave it out.
  const listsKey = ownsKey && rules?.pending?._id === _id && rules.pending.strongOnly
  const takesCode = !rules?.strongOnly && !listsKey
  const way = factors && (takesCode ? (chosen ?? (hasKey ? 'key' : 'code')) : 'key')
  return { way, setWay, hasKey, takesCode, hasApp: Boolean(factors?.totp) }
}
