/**
 * Disagreements that are there and should not be, until one reader answers for preview, status, calendar and
 * press. Each line that goes makes the worlds stricter.
 */

/** The status counts no approvers: it reads neither the reasons of a press nor who may approve it. */
export const knownOfStatus = ['QUORUM_IMPOSSIBLE'] as const
