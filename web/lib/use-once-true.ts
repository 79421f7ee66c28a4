import { useState } from 'react'

/** True from the first time on: what was drawn stays. */
export function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value)
  if (value && !was) setWas(true)
  return value || was
}
