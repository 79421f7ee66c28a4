import { ChartsTooltipContainer, useAxesTooltip } from '@mui/x-charts/ChartsTooltip'
import { monthName } from '#web/lib/month-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { ChartTip } from '#web/ui/chart-frame.tsx'

/** Like every other tooltip of the application: ink, with the page's colour as text. */
export function SpendingTooltip() {
  return (
    <ChartsTooltipContainer trigger="axis">
      <Content />
    </ChartsTooltipContainer>
  )
}

function Content() {
  const format = useFormat()
  const language = useLanguage()
  const axis = useAxesTooltip()?.[0]
  const usd = axis?.seriesItems[0]?.value
  if (!axis || typeof usd !== 'number') return null
  const month = String(axis.axisValue)
  return (
    <ChartTip>
      {`${monthName(month, 'long', language)} ${month.slice(0, 4)}: ${format.usd(usd)}`}
    </ChartTip>
  )
}
