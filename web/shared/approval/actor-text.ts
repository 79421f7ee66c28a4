import type { TFunction } from 'i18next'
import { type Colleague, colleagueText } from '#contract/colleague.ts'

/** The name and e-mail of who asked; 'El calendario' where nobody did. */
export const actorText = (actor: Colleague | null, t: TFunction): string =>
  actor === null ? t('approvals.calendar') : colleagueText(actor)
