interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

/** The one policy that the server's headers allow, where the browser enforces trusted types. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'quincena',
  {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError(`not a script of ours: ${url}`)
    },
  },
)

/** A worker of a script file that was built with the application (`…?worker&url`). */
export function startWorker(url: string): Worker {
  return new Worker(policy ? policy.createScriptURL(url) : url, { type: 'module' })
}
