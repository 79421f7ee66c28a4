import { z } from 'zod'

/** Why the signer signs nothing for now. Counts are decimal texts, since a hold is stored as JSON. */
export const signerHold = z.discriminatedUnion('code', [
  z.object({ code: z.literal('COUNT_FILE_MISSING'), signatures: z.string() }),
  z.object({ code: z.literal('COUNT_FILE_UNUSABLE'), errno: z.string() }),
  z.object({
    code: z.literal('DATABASE_IS_OLDER'),
    signatures: z.string(),
    counted: z.string(),
  }),
  z.object({ code: z.literal('RECORD_INCOMPLETE'), signatures: z.string() }),
  z.object({ code: z.literal('RECORD_UNUSABLE') }),
  z.object({ code: z.literal('MEMORY_CHANGED') }),
  z.object({ code: z.literal('RESTORED'), untilHeight: z.int() }),
])
export type SignerHold = z.infer<typeof signerHold>

const stored = (signatures: string) =>
  `The database has ${signatures} ${signatures === '1' ? 'signature' : 'signatures'}`

/** The hold for the operator, with what to do. It names no path: `/readyz` shows it to anybody. */
export function holdText(hold: SignerHold): string {
  switch (hold.code) {
    case 'COUNT_FILE_MISSING':
      return `${stored(hold.signatures)} and the signer's count file is missing or was copied there: stop the program and run npm run restored if a backup was restored, or run npm run signer:adopt if this database moved here and is the newest.`
    case 'COUNT_FILE_UNUSABLE':
      return `The signer's count file cannot be read or written (${hold.errno}): let the signer write its folder, or set SIGNER_COUNT_FILE to a place where it may.`
    case 'DATABASE_IS_OLDER':
      return `${stored(hold.signatures)} and the signer's count file says ${hold.counted}, so an older database was restored: stop the program and run npm run restored.`
    case 'RECORD_INCOMPLETE':
      return `${stored(hold.signatures)} and the signing record beside the signer's count file is missing or has others: stop the program and run npm run restored if a backup was restored, or run npm run signer:adopt if this database is the newest.`
    case 'RECORD_UNUSABLE':
      return "The signing record beside the signer's count file was changed: stop the program, put the last copy of it in its place, or move it away, and run npm run restored."
    case 'MEMORY_CHANGED':
      return "The signer's memory in the database is not as it was written: find out who changed it, and put its rows back from a backup of the same moment. The doctor names the fault."
    case 'RESTORED':
      return `A backup was restored, and nothing is paid until block ${hold.untilHeight}: wait for it.`
  }
}
