import type { Deps } from '#server/startup/deps.ts'

type Linking = { config: Pick<Deps['config'], 'publicUrl'> }

/** The page on which an order or a change is approved, and an approved change is undone. */
export const approvalUrl = ({ config }: Linking, subjectId: string): string =>
  `${config.publicUrl}/dashboard/por-aprobar/${subjectId}`

/** The rules of approval that are in force. */
export const rulesUrl = ({ config }: Linking): string => `${config.publicUrl}/security#reglas`
