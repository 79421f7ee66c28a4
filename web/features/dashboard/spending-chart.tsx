import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { monthName } from '#web/lib/month-name.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { chartHeight, chooseSpendingMarks, type Spending, shortUsd } from './spending-scale.ts'
import { SpendingTooltip } from './spending-tooltip.tsx'

const barWidth = 12
const axisWidth = 44

/** A bar for each month, this one in añil. Screen readers have the table beside it. */
export default function SpendingChart({ months }: { months: Spending }) {
  const [frame, width] = useWidth()
  const language = useLanguage()
  const palette = useTheme().vars?.palette
  const marks = chooseSpendingMarks(Math.max(...months.map(({ usd }) => usd)))
  const room = ((width ?? 0) - axisWidth) / months.length
  const label = { fontSize: 12.5, fontFamily: 'inherit', fill: palette?.ink2 }
  return (
    <ChartFrame ref={frame} height={chartHeight}>
      {width !== null && (
        <BarChart
          height={chartHeight}
          width={width}
          margin={{ top: 12, right: 0, bottom: 0, left: 0 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
          borderRadius={2}
          grid={{ horizontal: true }}
          series={[{ data: months.map(({ usd }) => usd) }]}
          xAxis={[
            {
              scaleType: 'band',
              data: months.map(({ month }) => month),
              valueFormatter: (month: string) => monthName(month, 'short', language),
              categoryGapRatio: Math.max(0, 1 - barWidth / room),
              colorMap: {
                type: 'ordinal',
                values: months.map(({ month }) => month),
                colors: months.map((_, index) =>
                  index === months.length - 1 ? (palette?.anil ?? '') : (palette?.bar ?? ''),
                ),
              },
              disableLine: true,
              disableTicks: true,
              height: 24,
              tickLabelStyle: label,
            },
          ]}
          yAxis={[
            {
              min: 0,
              max: marks.at(-1) ?? 1,
              tickInterval: marks,
              valueFormatter: shortUsd,
              disableLine: true,
              disableTicks: true,
              width: axisWidth,
              tickLabelStyle: label,
            },
          ]}
          axisHighlight={{ x: 'none' }}
          slots={{ tooltip: SpendingTooltip }}
        />
      )}
    </ChartFrame>
  )
}
