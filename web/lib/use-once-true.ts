import { useState } from 'react'

/** True from the first time on: what was drawn stays. `of`: another one begins at false. */
export function useOnceTrue(value: boolean, of = ''): boolean {
  const [was, setWas] = useState<string | null>(null)
  if (value && was !== of) setWas(of)
  return value || was === of
}
