import MuiTabs, { type TabsProps as MuiTabsProps } from '@mui/material/Tabs'

const looks = {
  /** In a row with other things. */
  inRow: { minWidth: 0, '& .MuiTabs-list': { gap: { xs: 2.5, sm: 7 } } },
  /** Across a flush panel. */
  inPanel: {
    mt: 3,
    pl: { xs: '18px', md: 6 },
    pr: { xs: 0, sm: '18px', md: 6 },
    borderBottom: 1,
    borderColor: 'line',
    '& .MuiTabs-list': { gap: { xs: 4, sm: 7 }, pr: { xs: 7, sm: 0 } },
    // More of them than a phone is wide: the last one in sight fades, and they scroll to the edge.
    '& .MuiTabs-scroller': {
      maskImage: {
        xs: 'linear-gradient(to right, #000 calc(100% - 40px), transparent)',
        sm: 'none',
      },
    },
  },
}

interface TabsProps extends Omit<MuiTabsProps, 'sx' | 'variant' | 'ref'> {
  look: keyof typeof looks
}

/** Scrolled sideways where they have no room. */
export const Tabs = ({ look, ...tabs }: TabsProps) => (
  <MuiTabs variant="scrollable" scrollButtons={false} {...tabs} sx={looks[look]} />
)
