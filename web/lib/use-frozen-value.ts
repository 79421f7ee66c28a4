import { useRef } from 'react'

/** The value as it was when it began to be held; the present one before and after. */
export function useFrozenValue<Value>(value: Value, held: boolean): Value {
  const last = useRef(value)
  if (!held) last.current = value
  return last.current
}
