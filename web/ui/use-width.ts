import { type RefCallback, useCallback, useState } from 'react'

/**
 * A ref for an element and its width in px, kept current; null while it is not in the page. The ref is a
 * callback, because an element can leave the page and another come in its place.
 */
export function useWidth(): [ref: RefCallback<HTMLElement>, width: number | null] {
  const [width, setWidth] = useState<number | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => {
      observer.disconnect()
      setWidth(null)
    }
  }, [])
  return [ref, width]
}
