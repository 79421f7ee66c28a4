/** `wrong`: money must not be trusted to it. `note`: it works, and somebody should know. */
export type Level = 'fine' | 'note' | 'wrong'
export type Finding = { level: Level; says: string }

export const fine = (says: string): Finding => ({ level: 'fine', says })
export const note = (says: string): Finding => ({ level: 'note', says })
export const wrong = (says: string): Finding => ({ level: 'wrong', says })
