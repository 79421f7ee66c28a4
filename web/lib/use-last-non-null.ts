import { useRef } from 'react'

/** What a dialog is about; the last one while it fades away, when `value` is null already. */
export function useLastNonNull<Value>(value: Value | null): Value | null {
  const last = useRef(value)
  if (value !== null) last.current = value
  return last.current
}
