import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { isOwnCode, readAllApprovals, useRejectApproval } from './approvals-api.ts'
import { OwnCodeDialog } from './own-code-dialog.tsx'

/** `others`: the person is not asked, because others have to approve. */
type Outcome = 'given' | 'givenUp' | 'others'

interface Pending {
  approval: Approval
  end: (outcome: Outcome) => void
}

/** Changes whose own code is asked for at once, in a dialog. */
export function useOwnApproval(): {
  approve: (isMeant: (approval: Approval) => boolean) => Promise<Outcome>
  dialog: ReactNode
  isOpen: boolean
} {
  const client = useQueryClient()
  const [pending, setPending] = useState<Pending | null>(null)

  async function approve(isMeant: (approval: Approval) => boolean): Promise<Outcome> {
    // The change waits in any case, and its own page asks for the code.
    const list = await readAllApprovals(client).catch(() => null)
    const approval = list?.approvals.find((one) => isOwnCode(one) && isMeant(one))
    if (!approval) return 'others'
    return new Promise((resolve) => {
      const end = (outcome: Outcome) => {
        setPending(null)
        resolve(outcome)
      }
      setPending({ approval, end })
    })
  }

  const dialog = <DialogPresence>{pending && <AskForCode {...pending} />}</DialogPresence>
  return { approve, dialog, isOpen: pending !== null }
}

function AskForCode({ approval, end }: Pending) {
  const reject = useRejectApproval(approval)
  const { kind, required } = approval
  return (
    <OwnCodeDialog
      approval={approval}
      onClose={() => {
        // Nobody else was told of a change that its own code makes: given up, it waits no longer.
        if (required <= 1 && kind !== 'RELEASE') reject.mutate('')
        end('givenUp')
      }}
      onApproved={() => end('given')}
    />
  )
}
