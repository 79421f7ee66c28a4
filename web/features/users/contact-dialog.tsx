import { useState } from 'react'
import type { Channel, User } from '#contract/user.ts'
import { ContactCodeStep, type SentCode } from './contact-code-step.tsx'
import { NewContactStep } from './new-contact-step.tsx'

export interface ContactDialogProps {
  user: User
  channel: Channel
  /** A new one, or a code to the present one. */
  kind: 'change' | 'confirm'
  /** A new one, as far as it is typed already. */
  typed?: string | undefined
  onClose: () => void
  /** The contact is confirmed now, and changed where it was a new one. */
  onDone: (user: User) => void
}

/** A new e-mail or phone with what it takes, and then the code that went there. */
export function ContactDialog({ user, channel, kind, typed, onClose, onDone }: ContactDialogProps) {
  const [sent, setSent] = useState<SentCode | null>(null)
  if (kind === 'change' && !sent) {
    return (
      <NewContactStep
        user={user}
        channel={channel}
        typed={typed}
        onClose={onClose}
        onSent={setSent}
      />
    )
  }
  const present = (channel === 'EMAIL' ? user.email : user.phone) ?? ''
  return (
    <ContactCodeStep
      channel={channel}
      kind={kind}
      sent={sent}
      present={present}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
