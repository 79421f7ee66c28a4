import { useRef } from 'react'

/** The last value there was, while `value` is null: what a dialog that fades away is about. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const last = useRef(value)
  if (value !== null) last.current = value
  return last.current
}
