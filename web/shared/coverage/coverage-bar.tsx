import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import type { Coverage } from './coverage.ts'

type Tone = 'jade' | 'amber' | 'brick' | 'anil'

const looks: Record<Coverage, { mark: MarkName; tone: Tone }> = {
  covered: { mark: 'tick', tone: 'jade' },
  tight: { mark: 'equal', tone: 'amber' },
  coming: { mark: 'half', tone: 'amber' },
  missing: { mark: 'alert', tone: 'brick' },
}
export const coverageTone = (coverage: Coverage) => looks[coverage].tone

/** Cubierta, Justa, Por confirmar, Faltan fondos: colour, sign and word. */
export function CoverageLabel({ coverage }: { coverage: Coverage }) {
  const { t } = useTranslation()
  const { mark, tone } = looks[coverage]
  return (
    <Row as="span" inline align="baseline" gap={2} tone={tone} strong>
      <Mark name={mark} align="center" />
      {t(`ui.coverage.${coverage}`)}
    </Row>
  )
}

const ticks = Array.from({ length: 31 }, (_, index) => index)

interface CoverageBarProps {
  /** May be above 100; the bar is not. */
  percent: number
  tone: Tone
  /** The name of the bar for screen readers. */
  label: string
}

/** The month as a scale, and under it how far the money reaches. */
export function CoverageBar({ percent, tone, label }: CoverageBarProps) {
  const filled = Math.max(0, Math.min(100, percent))
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuenow={filled}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <Box
        component="svg"
        aria-hidden
        sx={{ display: 'block', width: '100%', height: 11, overflow: 'visible' }}
      >
        {ticks.map((tick) => {
          const strong = tick === 15 || tick === 30
          return (
            <line
              key={tick}
              x1={`${(tick / 30) * 100}%`}
              x2={`${(tick / 30) * 100}%`}
              y1={strong ? 0 : 6}
              y2={11}
              stroke={`var(--q-palette-${strong ? 'ink' : 'lineStrong'})`}
            />
          )
        })}
      </Box>
      <Box sx={{ mt: '3px', height: 5, borderRadius: '2px', bgcolor: 'line', overflow: 'hidden' }}>
        <Box sx={{ height: 1, bgcolor: tone }} style={{ width: `${filled}%` }} />
      </Box>
    </Box>
  )
}
