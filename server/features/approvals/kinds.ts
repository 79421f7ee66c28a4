import { releaseApproved } from '#server/features/address-holds/index.ts'
import { applySettings } from '#server/features/company/index.ts'
import { paydayApproved } from '#server/features/payments/index.ts'
import type { ChangeEffects, ChangeEndings } from '#server/features/quorum/index.ts'
import { sweepApproved } from '#server/features/sweeps/index.ts'
import { endUnapproved, makeRoleChange, sendApproved } from '#server/features/team/index.ts'
import { applyReset, approveKey } from '#server/features/users/index.ts'
import { applyRules } from './rules.ts'

/** The effect of each kind of change, once it is approved. */
export const effects: ChangeEffects = {
  RULES: applyRules,
  SETTINGS: applySettings,
  ROLE: makeRoleChange,
  INVITATION: sendApproved,
  FACTOR: approveKey,
  RESET: applyReset,
  RELEASE: releaseApproved,
  SWEEP: sweepApproved,
  OCCURRENCE: paydayApproved,
}

/** The clean-up after a change that is rejected, undone or expired. */
export const endings: ChangeEndings = { INVITATION: endUnapproved }
