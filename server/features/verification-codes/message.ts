import type { Language } from '#contract/languages.ts'
import type { StepUpAction } from '#contract/users.ts'
import { type Message, type QueueDeps, queueMessage } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { CodeRecipient } from './channel.ts'

type Params<Name extends Message['template']> = Omit<
  Extract<Message, { template: Name }>['params'],
  'code'
>

/** The act that a code releases, with the fields of its message. */
export type Release =
  | { purpose: 'sign-in' }
  | { purpose: `step-up:${StepUpAction}` }
  /** A code to the contact being confirmed, wherever other codes go. */
  | { purpose: 'contact:EMAIL' | 'contact:SMS'; to: string }
  | { purpose: 'payment'; params: Params<'paymentCode'> }
  | { purpose: 'withdrawal'; params: Params<'withdrawalCode'> }
  | { purpose: 'consolidation'; params: Params<'consolidationCode'> }
  | { purpose: 'change'; params: Params<'changeCode'> }

function contentOf(release: Release, code: string) {
  switch (release.purpose) {
    case 'sign-in':
      return { template: 'signInCode', params: { code } } as const
    case 'payment':
      return { template: 'paymentCode', params: { ...release.params, code } } as const
    case 'withdrawal':
      return { template: 'withdrawalCode', params: { ...release.params, code } } as const
    case 'consolidation':
      return { template: 'consolidationCode', params: { ...release.params, code } } as const
    case 'change':
      return { template: 'changeCode', params: { ...release.params, code } } as const
    case 'contact:EMAIL':
    case 'contact:SMS':
      return { template: 'contactCode', params: { code } } as const
    default: {
      const action = release.purpose.slice('step-up:'.length) as StepUpAction
      return { template: 'stepUpCode', params: { action, code } } as const
    }
  }
}

export async function queueCode(
  trx: Trx,
  deps: QueueDeps,
  { companyId, userId, ...release }: Release & { companyId: string; userId: string },
  channel: CodeRecipient,
  code: string,
): Promise<void> {
  const { language } = await trx
    .selectFrom('users')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const whom = { companyId, userId, ...channel, language: language as Language }
  await queueMessage(trx, deps, { ...whom, ...contentOf(release, code) })
}
