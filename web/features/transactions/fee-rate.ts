import { useEffect, useState } from 'react'

/** Satoshi per virtual byte as somebody types it, to a thousandth; null for what is none. */
export function parseFeeRate(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{0,3})?$/.test(text)) return null
  const rate = Number(text)
  return rate > 0 ? rate : null
}

const pauseMs = 400

/** A value once it has stayed for a moment: what is typed is not asked about at every key. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
