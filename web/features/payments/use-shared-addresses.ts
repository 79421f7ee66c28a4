import { useState } from 'react'
import type { PaymentPreview } from '#contract/payments.ts'
import { reportWrite } from '#web/ui/report-write.ts'
import { useAcceptSharing } from './shared-api.ts'

type Group = PaymentPreview['sharedUnaccepted'][number]

export interface SharedGroup extends Group {
  accepted: boolean
  /** Whether the tick is kept for the next payments. */
  isRemembered: boolean
}

export interface SharedAddresses {
  groups: readonly SharedGroup[]
  /** Groups of whom nobody has said yet that they share their address. */
  unaccepted: ReadonlySet<string>
  busy: boolean
  onAccept: (group: Group, accepted: boolean) => void
}

/** The server remembers groups of up to this many people; a larger group is right for one press alone. */
const rememberedAtMost = 6

const keyOf = ({ ids }: Group) => ids.join(' ')

/**
 * People of a payment who would be paid at one address. Those who were ticked here stay on the screen
 * with their tick, though the server no longer asks about them.
 */
export function useSharedAddresses(found: readonly Group[]): SharedAddresses {
  const [ticked, setTicked] = useState<readonly Group[]>([])
  const accept = useAcceptSharing()
  const isTicked = (group: Group) => ticked.some((one) => keyOf(one) === keyOf(group))
  const all = [...ticked, ...found.filter((group) => !isTicked(group))]
  all.sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
  const saving = accept.isPending ? accept.variables : null
  const groups = all.map((group) => ({
    ...group,
    accepted: saving?.ids === group.ids ? saving.accepted : isTicked(group),
    isRemembered: group.ids.length <= rememberedAtMost,
  }))
  return {
    groups,
    unaccepted: new Set(groups.flatMap(({ ids, accepted }) => (accepted ? [] : ids))),
    busy: accept.isPending,
    onAccept(group, accepted) {
      const note = () =>
        setTicked((before) => [
          ...before.filter((one) => keyOf(one) !== keyOf(group)),
          ...(accepted ? [{ ids: group.ids, names: group.names }] : []),
        ])
      if (group.ids.length > rememberedAtMost) return note()
      accept.mutate({ ids: group.ids, accepted }, { onSuccess: note, onError: reportWrite })
    },
  }
}
