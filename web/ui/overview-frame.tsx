import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Panel, textInset } from './panel.tsx'
import { Text } from './text.tsx'

/** The width from which both columns have room beside each other. */
const sideBySide = '@container (min-width: 1000px)'
/** The width from which the three of the second column stand beside each other under the first. */
const threeAcross = '@container (min-width: 640px) and (max-width: 999.95px)'

const hairline = { borderColor: 'line', borderStyle: 'solid', borderWidth: 0 }

interface OverviewFrameProps {
  main: ReactNode
  /** Three of them. */
  children: ReactNode
}

/** A panel with what is asked, and three figures beside or under it. */
export function OverviewFrame({ main, children }: OverviewFrameProps) {
  return (
    <Panel flush measured>
      <Box sx={{ display: 'grid', [sideBySide]: { gridTemplateColumns: 'minmax(0, 1fr) 352px' } }}>
        <Box
          sx={{
            px: textInset,
            py: { xs: '18px', md: 6 },
            // The rows lay themselves out by the width that is left to them.
            containerType: 'inline-size',
            minWidth: 0,
          }}
        >
          {main}
        </Box>
        <Box
          sx={{
            ...hairline,
            display: 'flex',
            flexDirection: 'column',
            borderTopWidth: 1,
            '& > *': { px: textInset, py: { xs: 4.5, md: 6 }, minWidth: 0 },
            '& > * + *': { ...hairline, borderTopWidth: 1 },
            [sideBySide]: { borderTopWidth: 0, borderLeftWidth: 1 },
            [threeAcross]: {
              display: 'grid',
              gridTemplateColumns: '1.25fr 1fr 1.25fr',
              '& > * + *': { borderTopWidth: 0, borderLeftWidth: 1 },
            },
          }}
        >
          {children}
        </Box>
      </Box>
    </Panel>
  )
}

/** Beside an answer; beneath it where there is no room. */
export const AnswerAside = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{ textAlign: 'left', '@container (min-width: 540px)': { textAlign: 'right', mt: '2px' } }}
  >
    {children}
  </Box>
)

/** A gauge, and at its right where there is room a code to pay. */
export const GaugeAndCode = ({ gauge, code }: { gauge: ReactNode; code: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 6,
      py: 5,
      borderTop: 1,
      borderColor: 'line',
      '@container (min-width: 560px)': {
        gridTemplateColumns: code ? 'minmax(0, 1fr) 152px' : '1fr',
        columnGap: 8,
      },
    }}
  >
    {gauge}
    {code}
  </Box>
)

/** The code, and its words beside it or in a narrow column beneath. */
export const CodeAndWords = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      gap: 4,
      alignItems: 'center',
      '@container (min-width: 560px)': { flexDirection: 'column', gap: 2, textAlign: 'center' },
    }}
  >
    {children}
  </Box>
)

/** The width of an OverviewFrame from which the counts stand in a column of it. */
const roomForRows = '@container (min-width: 640px)'

interface CountRowsProps {
  counts: readonly { name: string; count: ReactNode }[]
}

/** Rows under each other; on phones three beside each other, the number first. */
export const CountRows = ({ counts }: CountRowsProps) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      m: 0,
      gridTemplateColumns: 'repeat(3, auto)',
      justifyContent: 'space-between',
      alignContent: 'center',
      gap: 4,
      [roomForRows]: {
        gridTemplateColumns: '1fr',
        justifyContent: 'stretch',
        gap: 0,
        alignContent: 'start',
        // The rows bring their own space: the first stands level with the columns' titles.
        '&&': { py: { xs: 0, md: 1.5 } },
      },
    }}
  >
    {counts.map(({ name, count }) => (
      <Box
        key={name}
        sx={{
          display: 'flex',
          flexDirection: 'column-reverse',
          justifyContent: 'flex-end',
          gap: 0.5,
          [roomForRows]: {
            flexDirection: 'row',
            justifyContent: 'space-between',
            alignItems: 'center',
            gap: 4,
            minHeight: 58,
            '& + &': { borderTop: 1, borderColor: 'line' },
          },
        }}
      >
        <Text variant="cell" as="dt" tone="ink2">
          {name}
        </Text>
        <Text variant="count" as="dd" m={0}>
          {count}
        </Text>
      </Box>
    ))}
  </Box>
)
