import { hash, randomBytes } from 'node:crypto'

/** An opaque bearer token: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: a copy of the database opens no session. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
