import { useEffect, useState } from 'react'
import { minuteMs } from '#domain/durations.ts'
import { serverNow } from './calls.ts'

/** The time, again each time a minute of the session is over, and when it ends. */
export function usePageClock(endsAt: string, onEnded: () => void): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const left = Date.parse(endsAt) - now
    if (left <= 0) {
      onEnded()
      return
    }
    // A tab that slept looks again as soon as it is seen.
    const look = () => setNow(serverNow())
    const timer = setTimeout(look, left % minuteMs || minuteMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt, now, onEnded])
  return now
}
