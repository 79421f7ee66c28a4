import Skeleton from '@mui/material/Skeleton'
import { useEffect, useRef, useState } from 'react'
import { importOrReload } from '#web/lib/newer-build.ts'
import { chartHeight, type Spending } from './spending-scale.ts'

// The charts' library is as large as a screen: nobody waits for it.
const loadChart = () => importOrReload(() => import('./spending-chart.tsx'))

/** Drawn when somebody scrolls to it; below the fold it would keep a slow phone busy for nothing. */
export function ChartInSight({ months }: { months: Spending }) {
  const place = useRef<HTMLDivElement>(null)
  const [Chart, setChart] = useState<Awaited<ReturnType<typeof loadChart>>['default']>()
  useEffect(() => {
    const { current } = place
    if (current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        loadChart().then(
          (loaded) => setChart(() => loaded.default),
          // The sum above and the table say what the chart would have drawn.
          () => undefined,
        )
      },
      { rootMargin: '100px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {Chart ? <Chart months={months} /> : <Skeleton variant="rectangular" height={chartHeight} />}
    </div>
  )
}
