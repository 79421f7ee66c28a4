/**
 * Kinds that the list of changes can undo. All others are ended where they are shown: a held
 * address, a payday, the company's own address.
 */
export const undoableKinds = ['RULES', 'SETTINGS', 'ROLE', 'INVITATION', 'FACTOR', 'RESET'] as const
