import type { z } from 'zod/mini'
import { ApiError, call } from './api.ts'

/** Whether the server still has what is at `path`. */
export async function isThere(schema: z.ZodMiniType, path: string): Promise<boolean> {
  try {
    await call(schema, path)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return false
    throw error
  }
}
