export const root: string
export const node: string
export const environment: Record<string, string | undefined>
export function say(sentence: string): void
export function installMissing(options?: { development?: boolean }): void
