import { z } from 'zod/mini'
import { formatList } from './format.ts'
import { currentLanguage, i18n } from './i18n.ts'

/** Where somebody pressed: how many others it takes, who could approve, and how many are missing. */
const ofPress = z.object({ required: z.int(), counting: z.array(z.string()), missing: z.int() })
type Lacking = z.infer<typeof ofPress>
/** Where nobody did: whose change too few others can approve, and who those are. */
const ofChangers = z.object({
  missing: z.array(
    z.object({ changer: z.object({ name: z.string() }), names: z.array(z.string()) }),
  ),
})

const names = (all: readonly string[]) => formatList(all, currentLanguage())

export const sayTooFew = ({ required, counting, missing }: Lacking): string[] => [
  counting.length === 0
    ? i18n.t('approvals.impossible.nobody', { count: required, required })
    : i18n.t('approvals.impossible.some', {
        count: counting.length,
        required,
        names: names(counting),
      }),
  i18n.t('approvals.impossible.missing', { count: missing }),
]

type Missing = z.infer<typeof ofChangers>['missing']

/** Sentences about each change of a payday: who approves or presses in place of the person who made it. */
export const sayNeeded = (missing: Missing): string[] =>
  sayOf(missing, 'approvals.impossible.byOthers')

/** The key is of a change that others can approve; one that nobody else can says what to do. */
function sayOf(
  missing: Missing,
  ofOthers: 'approvals.impossible.byOthers' | 'approvals.impossible.changerSome',
) {
  const sentences = missing.map(({ changer: { name: changer }, names: others }) =>
    others.length === 0
      ? i18n.t('approvals.impossible.changer', { changer })
      : i18n.t(ofOthers, { changer, names: names(others) }),
  )
  const isStuck = missing.some(({ names: others }) => others.length === 0)
  const isRefused = ofOthers === 'approvals.impossible.changerSome' && missing.length > 0
  return isStuck || isRefused ? [...sentences, i18n.t('approvals.impossible.whatToDo')] : sentences
}

/** Sentences about QUORUM_IMPOSSIBLE: who is missing, for whose change, and what to do; none where no answer says it. */
export function sayMissing(data: Record<string, unknown>): string[] {
  const press = ofPress.safeParse(data)
  if (press.success) return sayTooFew(press.data)
  const { missing = [] } = ofChangers.safeParse(data).data ?? {}
  return sayOf(missing, 'approvals.impossible.changerSome')
}
