import type { Deps } from '#server/startup/deps.ts'

type Linking = { config: Pick<Deps['config'], 'publicUrl'> }

/** The page on which an order or a change is approved. */
export const approvalUrl = ({ config }: Linking, subjectId: string): string =>
  `${config.publicUrl}/dashboard/por-aprobar/${subjectId}`

/** The rules of approval, with the button that undoes a pending change. */
export const rulesUrl = ({ config }: Linking): string =>
  `${config.publicUrl}/dashboard/seguridad#reglas`
