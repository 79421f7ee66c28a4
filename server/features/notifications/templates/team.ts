import { fill } from '#contract/texts/fill.ts'
import { invitationLivesMs } from '#domain/change-times.ts'
import { hourMs } from '#domain/durations.ts'
import type { Role } from '#domain/roles.ts'
import { message } from './message.ts'

const hours = invitationLivesMs / hourMs

type Invitation = { company: string; who: string; role: Role; url: string }

/** The invitation of a person without an account: the link makes one. */
export const teamInvitationMessage = message(
  'teamInvitation',
  { secret: true, livesMinutes: hours * 60 },
  ({ company, who, role, url }: Invitation, texts, { name, role: roleName }) => ({
    ...texts,
    facts: [
      ['company', name(company)],
      ['invitedBy', name(who)],
      ['role', roleName(role)],
    ],
    url,
    values: { company: name(company), who: name(who), hours: String(hours) },
  }),
)

export type TeamChange = {
  kind: 'invited' | 'roleAsked' | 'roleChanged' | 'removed' | 'keyAsked' | 'keyApproved' | 'renamed'
  at: Date
  who: string
  ip: string | null
  /** A name, or the e-mail of a person who has no account yet. */
  person: string
  role: Role
  /** The name before, of a person who changed it. */
  before?: string
  /** The page that rejects or undoes a waiting change. */
  url: string | null
}

/** A person was invited, gets another role or key, has another name, or was removed. */
export const teamChanged = message(
  'teamChanged',
  { secret: false, freezes: true },
  (
    { kind, at, who, ip, person, role, before = '', url }: TeamChange,
    texts,
    { when, name, role: roleName },
  ) => ({
    ...texts[kind],
    ...(url !== null && { link: texts.link, url }),
    facts: [
      ['date', when(at)],
      ['who', name(who)],
      ['ip', ip],
      ['person', name(person)],
      ['role', roleName(role)],
    ],
    sms: texts.sms,
    values: {
      at: when(at),
      before: name(before),
      ...texts[kind],
      text: fill(texts[kind].text, { before: name(before) }),
    },
  }),
)
