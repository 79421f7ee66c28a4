import type { Role } from '#domain/roles.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { type RoleAct, roleMay } from './who-may.ts'

interface OwnRole {
  /** null: nobody is signed in. */
  role: Role | null
  can: (act: RoleAct) => boolean
}

/** The role of the session, and the acts that its screens draw. */
export function useRole(): OwnRole {
  const role = useSignedInUser()?.role ?? null
  return { role, can: (act) => role !== null && roleMay(role, act) }
}
