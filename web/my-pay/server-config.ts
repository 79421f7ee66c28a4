import type { PublicConfig } from '#contract/company.ts'

let config: Promise<PublicConfig> | null = null

/** Asked for once; after a failure again. */
export function serverConfig(): Promise<PublicConfig> {
  config ??= fetch('/api/v1/config')
    .then((answer) => answer.json())
    .then((answer: { data: PublicConfig }) => answer.data)
    .catch((error) => {
      config = null
      throw error
    })
  return config
}
