import Box from '@mui/material/Box'
import { ChartsTooltipContainer, useAxesTooltip } from '@mui/x-charts/ChartsTooltip'
import { monthName } from '#web/lib/month-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'

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
    <Box
      sx={{
        px: '9px',
        py: '5px',
        borderRadius: '6px',
        bgcolor: 'ink',
        color: 'page',
        fontSize: '0.78125rem',
        fontWeight: 500,
      }}
    >
      {`${monthName(month, 'long', language)} ${month.slice(0, 4)}: ${format.usd(usd)}`}
    </Box>
  )
}
