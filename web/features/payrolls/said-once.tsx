import { useEffect, useState } from 'react'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** A text for screen readers: a live region has to be there before its text, or nobody hears it. */
export function SaidOnce({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    setSaid((before) => before || text)
  }, [text])
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}
